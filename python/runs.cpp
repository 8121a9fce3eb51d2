#include <fmt/core.h>
#include <pybind11/stl.h>

#include <memory>

#include "agents/table.h"
#include "base/input_error.h"
#include "evaluator/detectors/alarms.h"
#include "generator/safe_solution.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/plan_pointer.h"
#include "python/py_agent.h"
#include "trials/made_by.h"
#include "trials/runner.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// What a run needs, owned by its thread.
struct PlannedRun {
  PlanPointer plan;
  std::shared_ptr<py::object> make{};  ///< makes an agent of Python; null for an agent of novphy
  std::string agent;
  std::string physics;
  Fingerprint fingerprint;
  RunOptions options;
  std::optional<OnlineDetector> detector{};

  std::unique_ptr<Agent> agent_of(const AgentOptions& agent_options) const {
    if (make) return std::make_unique<PyAgent>(*make);
    return make_agent(agent, agent_options);
  }

  void play(const Stop& stop) {
    const SolverNumbers numbers = solver(physics);
    options.stop = &stop;
    const AgentOptions agent_options{.solve = [&](const Task& task) { return safe_solution(task, numbers); },
                                     .colours = data().assets.colours,
                                     .stop = &stop};
    const SessionSetup setup{.catalogue = catalogue(),
                             .physics = python::physics(physics),
                             .colours = data().assets.colours,
                             .labels = fingerprint.labels,
                             .clock = steady_seconds};
    if (detector) options.mark = [this](Record& record) { detector->mark(record); };
    run(
        plan->plan, fingerprint, [&](const std::string&) { return agent_of(agent_options); }, setup, options);
  }
};

/// Sets the alarms of a detector such as "pma:10:1.5".
void detect_with(PlannedRun& planned, const std::string& text) {
  if (text.empty()) return;
  const DetectorSettings settings = parse_detector(text);
  const PlannedTrial* trial = first_uncalibrated(planned.plan->plan);
  if (trial && settings.method == DetectorMethod::kPma)
    throw no_calibration(trial->novelty, trial->scenario, CalibrateFrom::kCalibrationTasks);
  planned.fingerprint.detector = text_of(settings);
  planned.detector.emplace(settings);
}

/// Frees the Python object with the interpreter's lock, on whatever thread.
std::shared_ptr<py::object> shared_object(const py::object& object) {
  return {new py::object(object), [](py::object* held) {
            const py::gil_scoped_acquire lock;
            delete held;
          }};
}

void run_plan(const PlanPointer& plan, const std::string& path, const py::object& agent,
              const std::string& label, int threads, const std::string& out, bool resume, bool force,
              bool labels, int trials, const std::string& detector, const std::string& physics_name,
              bool informed) {
  if (physics(physics_name).slow_bird_mps > 0)
    throw InputError("physics",
                     "\"" + physics_name + "\" lets slow birds go early: it serves searches, not records");
  const auto planned = std::make_shared<PlannedRun>();
  auto played = std::make_shared<PlanFile>(*plan);
  planned->fingerprint = made_by(data().assets, physics_name);
  planned->fingerprint.informed = informed && inform(played->plan);
  planned->plan = std::move(played);
  planned->physics = physics_name;
  planned->fingerprint.plan = path;
  planned->fingerprint.plan_hash = plan->hash;
  planned->fingerprint.seed = plan->plan.options.seed;
  planned->fingerprint.agent = label;
  if (py::isinstance<py::str>(agent)) {
    planned->agent = agent.cast<std::string>();
    planned->fingerprint.labels = agent_entry(planned->agent).needs_labels;
  } else {
    planned->make = shared_object(agent);
    planned->fingerprint.labels = labels;
  }
  detect_with(*planned, detector);
  planned->options.out = out;
  planned->options.jobs = static_cast<int>(threads_of(threads));
  planned->options.resume = resume;
  planned->options.force = force;
  if (trials > 0) planned->options.trials = trials;
  interruptible([planned](const Stop& stop) { planned->play(stop); });
}

}  // namespace

void bind_runs(py::module_& module) { module.def("run", &run_plan); }

}  // namespace novphy::python
