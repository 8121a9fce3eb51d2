#include <fmt/core.h>
#include <pybind11/stl.h>

#include <memory>
#include <utility>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "generator/safe_solution.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/planned_run.h"
#include "python/py_agent.h"
#include "trials/made_by.h"
#include "trials/runner.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// Sets the alarms of a detector such as "pma:10:1.5".
void detect_with(PlannedRun& planned, const std::string& text) {
  if (text.empty()) return;
  const DetectorSettings settings = parse_detector(text);
  planned.warning = check_calibration(planned.plan->plan, settings);
  planned.fingerprint.detector = text_of(settings);
  planned.detector.emplace(settings);
}

void read_nets(PlannedRun& planned, NetKind kind, const std::string& folder) {
  if (folder.empty())
    throw InputError("weights", fmt::format("{} needs the folder of trained nets", planned.agent));
  if (!is_informed(planned.plan->plan))
    throw InputError("agent", fmt::format("{} plays informed trials only: informed=True", planned.agent));
  planned.nets = read_plan_nets(kind, folder, planned.plan->plan, catalogue());
  planned.fingerprint.agent_files = planned.nets.files;
}

void set_agent_of_novphy(PlannedRun& planned, const RunWishes& wishes) {
  planned.agent = wishes.agent.cast<std::string>();
  planned.options.outside = !agent_command(planned.agent).empty();
  check_shown_name(wishes.label, "name");
  check_agent_name(wishes.label, planned.agent, "name");
  planned.fingerprint.agent = planned.agent;
  if (wishes.label != planned.agent) planned.fingerprint.name = wishes.label;
  const AgentNeeds needs = agent_entry(planned.agent).needs;
  planned.fingerprint.labels = needs.labels;
  if (needs.net) return read_nets(planned, *needs.net, wishes.weights);
  if (!wishes.weights.empty())
    throw InputError("weights", fmt::format("{} plays no trained nets", planned.agent));
}

void set_agent(PlannedRun& planned, const RunWishes& wishes) {
  if (py::isinstance<py::str>(wishes.agent)) return set_agent_of_novphy(planned, wishes);
  check_shown_name(wishes.label, "name");
  check_agent_name(wishes.label, "", "name");
  planned.fingerprint.agent = wishes.label;
  if (!wishes.weights.empty()) throw InputError("weights", "agents of Python load their nets themselves");
  planned.make = shared_object(wishes.agent);
  planned.options.outside = true;
  planned.fingerprint.labels = wishes.labels;
}

void play(PlannedRun& planned, const Stop& stop) {
  const Players players(planned.physics, planned.fingerprint.labels, &stop);
  planned.options.stop = &stop;
  run(
      planned.plan->plan, planned.fingerprint,
      [&](const std::string& normal_template) {
        return planned.agent_of(players.agent_options(), normal_template);
      },
      players.setup(), planned.options);
}

std::vector<std::string> run_plan(const RunWishes& wishes, int threads) {
  const auto planned = planned_run(wishes);
  planned->options.jobs = static_cast<int>(threads_of(threads));
  interruptible([planned](const Stop& stop) { play(*planned, stop); });
  return planned->warnings();
}

}  // namespace

std::unique_ptr<Agent> PlannedRun::agent_of(const AgentOptions& agent_options,
                                            const std::string& normal_template) const {
  if (make) return std::make_unique<PyAgent>(*make);
  return make_agent(agent, agent_options, nets.of(normal_template));
}

std::vector<std::string> PlannedRun::warnings() const {
  std::vector<std::string> found{warning, detector ? detector->no_spread() : ""};
  std::erase(found, "");
  return found;
}

std::shared_ptr<py::object> shared_object(const py::object& object) {
  return {new py::object(object), [](py::object* held) {
            const py::gil_scoped_acquire lock;
            delete held;
          }};
}

Players::Players(const std::string& physics_name, bool labels, StopFlag stop)
    : numbers_(solver(physics_name)),
      agent_options_{.solve = [this](const Task& task) { return safe_solution(task, numbers_); },
                     .colours = data().assets.colours,
                     .stop = stop,
                     .catalogue = catalogue(),
                     .search = numbers_.search},
      setup_{.catalogue = catalogue(),
             .physics = python::physics(physics_name),
             .colours = data().assets.colours,
             .labels = labels,
             .clock = steady_seconds} {}

void check_shown_name(const std::string& name, const char* place) {
  const std::string_view problem = name_problem(name);
  if (!problem.empty()) throw InputError(place, fmt::format("found a name that is {}", problem));
}

std::shared_ptr<PlannedRun> planned_without_agent(const RunWishes& wishes) {
  if (physics(wishes.physics).slow_bird_mps > 0)
    throw InputError("physics",
                     "\"" + wishes.physics + "\" lets slow birds go early: it serves searches, not records");
  auto planned = std::make_shared<PlannedRun>();
  auto played = std::make_shared<PlanFile>(*wishes.plan);
  planned->fingerprint = made_by(data().assets, wishes.physics, overrides());
  planned->fingerprint.informed = wishes.informed && inform(played->plan);
  planned->plan = std::move(played);
  planned->physics = wishes.physics;
  planned->fingerprint.plan = wishes.path;
  if (!wishes.run.empty()) check_shown_name(wishes.run, "run");
  planned->fingerprint.run = wishes.run;
  planned->fingerprint.plan_hash = wishes.plan->hash;
  planned->fingerprint.seed = wishes.plan->plan.options.seed.number;
  planned->options.out = wishes.out;
  planned->options.resume = wishes.resume;
  planned->options.force = wishes.force;
  if (wishes.trials > 0) planned->options.trials = wishes.trials;
  return planned;
}

std::shared_ptr<PlannedRun> planned_run(const RunWishes& wishes) {
  auto planned = planned_without_agent(wishes);
  set_agent(*planned, wishes);
  detect_with(*planned, wishes.detector);
  if (planned->detector)
    planned->options.mark = [run = planned.get()](Record& record) { run->detector->mark(record); };
  return planned;
}

void bind_runs(py::module_& module) {
  py::class_<RunWishes>(module, "RunWishes")
      .def(py::init<PlanPointer, std::string, py::object, std::string, std::string, bool, bool, bool, int,
                    std::string, std::string, bool, std::string, std::string>());
  module.def("run", &run_plan);
}

}  // namespace novphy::python
