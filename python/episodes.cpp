#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/seen_object.h"
#include "sim/world.h"
#include "trials/plan_tasks.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// A task that is played shot by shot. The episodes of data sets consist of what it shows between the shots.
class ShotPlay {
 public:
  ShotPlay(const Task& task, const std::string& form, int width_px, int height_px,
           const std::string& physics_name)
      : world_(task, catalogue(), physics(physics_name)), writer_(form_named(form), width_px, height_px) {}

  /// Moves the world to the moment at which the player decides about a shot with this launch_ms: the bird's
  /// turn, or the launch if that comes earlier. False if the play is over before.
  bool wait_for_turn(int launch_ms) {
    tick_until([&] { return world_.ready() || launch_due(world_, {.launch_ms = launch_ms}); });
    return !world_.end();
  }
  /// Waits for the launch. The play may be over before it; then no bird flies.
  void launch(double x_m, double y_m, int tap_ms, int launch_ms, int thought_ms) {
    const Shot shot{.drag_m = {x_m, y_m}, .tap_ms = tap_ms, .launch_ms = launch_ms, .thought_ms = thought_ms};
    tick_until([&] { return launch_due(world_, shot); });
    world_.launch(shot);
  }
  /// Moves the world until the next bird's turn, or until the play is over.
  void finish_turn() {
    tick_until([&] { return world_.ready(); });
  }
  /// The outcome if no further bird is thrown, in the words of records.
  py::dict outcome() {
    world_.give_up();
    const Outcome outcome = world_.outcome();
    py::dict words;
    words["passed"] = outcome.won;
    words["score"] = outcome.score;
    words["end"] = std::string(name(outcome.end));
    words["digest"] = fmt::format("{:016x}", outcome.digest);
    words["time_s"] = outcome.time_s;
    return words;
  }

  py::array_t<std::uint8_t> seen() {
    py::array_t<std::uint8_t> bytes(static_cast<py::ssize_t>(writer_.bytes()));
    writer_.write(world_, bytes.mutable_data());
    return bytes;
  }
  py::array_t<std::uint8_t> picture(int width_px, int height_px) const {
    return picture_array(Painter(screen_of(width_px, height_px)).screenshot(world_));
  }
  const World& world() const { return world_; }

 private:
  template <class Condition>
  void tick_until(const Condition& condition) {
    while (!world_.end() && !condition()) world_.tick();
  }

  World world_;
  ObservationWriter writer_;
};

/// The names of the tasks that Plan.tasks() returns: template and variation.
std::vector<std::pair<std::string, int>> task_names(const PlanFile& file) {
  std::vector<std::pair<std::string, int>> names;
  for (const PlanTemplate& each : file.plan.templates)
    for (int v = 0; v < static_cast<int>(each.tasks.size()); ++v) names.emplace_back(each.base.name, v);
  return names;
}

Task plan_task(const PlanFile& file, const std::string& task_template, int variation) {
  const auto ref = find_task(file.plan, task_template, variation);
  if (!ref)
    throw InputError("plan", fmt::format("has no task {} of the template {}", variation, task_template));
  return task_of(file.plan, *ref, catalogue());
}

/// The lines of a file of records: the fingerprint's, and those of the records.
std::pair<std::string, std::vector<std::string>> record_lines(const std::string& file) {
  RecordReader reader(file);
  std::vector<std::string> lines;
  while (const auto record = reader.next()) lines.push_back(to_line(*record));
  return {to_line(reader.fingerprint()), std::move(lines)};
}

/// The number that the agent is told in each trial: novelty, scenario, index, control, calibration, seed.
using TrialSeed = std::tuple<std::string, std::string, int, bool, bool, std::uint64_t>;
std::vector<TrialSeed> trial_seeds(const PlanFile& file) {
  std::vector<TrialSeed> seeds;
  for (const PlannedTrial& trial : file.plan.trials)
    seeds.emplace_back(trial.novelty, trial.scenario, trial.index, trial.control, is_calibration(trial),
                       told_seed(file.plan, trial, catalogue()));
  return seeds;
}

}  // namespace

void bind_episodes(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> released;
  py::class_<ShotPlay>(module, "ShotPlay")
      .def(py::init<const Task&, const std::string&, int, int, const std::string&>(), released)
      .def("wait_for_turn", &ShotPlay::wait_for_turn, released)
      .def("launch", &ShotPlay::launch, released)
      .def("finish_turn", &ShotPlay::finish_turn, released)
      .def("outcome", &ShotPlay::outcome)
      .def("seen", &ShotPlay::seen)
      .def("picture", &ShotPlay::picture)
      .def_property_readonly("over", [](const ShotPlay& play) { return play.world().end().has_value(); })
      .def_property_readonly("passed",
                             [](const ShotPlay& play) { return play.world().end() == End::kPigsGone; })
      .def_property_readonly("score", [](const ShotPlay& play) { return play.world().score(); })
      .def_property_readonly("shots_left", [](const ShotPlay& play) { return play.world().birds_left(); })
      .def_property_readonly("digest", [](const ShotPlay& play) { return play.world().digest(); });
  module.def("task_names", &task_names);
  module.def("plan_task", &plan_task);
  module.def("trial_seeds", &trial_seeds);
  module.def("record_lines", &record_lines, released);
}

}  // namespace novphy::python
