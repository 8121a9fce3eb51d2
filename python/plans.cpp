#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "jobs/plan.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/seeing.h"
#include "python/settings.h"
#include "python/threads.h"
#include "python/trial.h"
#include "sim/world.h"
#include "trials/plan_file.h"
#include "trials/plan_tasks.h"
#include "trials/session.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// What Python's plan() takes: pairs stay in the order of their names, and all cores make tasks.
PlanSettings wanted_plan() { return {.in_order = true, .jobs = 0}; }

/// The plan that Python asks for, and warnings.
std::pair<PlanPointer, std::vector<std::string>> made_plan(const py::dict& given) {
  const auto job = asked(given, "plan", wanted_plan());
  const auto maker = std::make_shared<PlanMaker>(job.wanted, job.context);
  MadePlan made = interruptible(
      [maker](const Stop& stop) { return maker->make({.stop = &stop, .progress = stop.progress}); });
  return {std::make_shared<PlanFile>(PlanFile{std::move(made.plan), content_hash(made.text)}), *job.warned};
}

std::shared_ptr<PlanFile> parsed_plan(const std::string& text, const std::string& name) {
  return std::make_shared<PlanFile>(PlanFile{parse_plan(text, name, catalogue()), content_hash(text)});
}

std::string plan_json(const PlanFile& file) { return plan_to_json(file.plan, catalogue()); }

/// Copies and pickles keep the hash of the file, which need not have the bytes of json().
std::shared_ptr<PlanFile> plan_of_pickle(const py::tuple& state) {
  if (state.size() != 2) throw std::invalid_argument("Plan: a pickle of another version");
  std::shared_ptr<PlanFile> plan = parsed_plan(state[0].cast<std::string>(), "pickled plan");
  plan->hash = state[1].cast<std::string>();
  return plan;
}

bool calibrates(const PlanFile& file, int trial) { return is_calibration(numbered_trial(file.plan, trial)); }

std::uint64_t seed_of(const PlanFile& file, int trial) {
  return told_seed(file.plan, numbered_trial(file.plan, trial), catalogue());
}

/// The tasks of a trial in the order of play, without training tasks; without a trial, those of all
/// templates.
std::vector<Task> tasks_of(const PlanFile& file, const std::optional<int>& trial) {
  std::vector<Task> tasks;
  if (trial) {
    for (SessionTask& each : script(file.plan, numbered_trial(file.plan, *trial), 0, catalogue()).tasks)
      tasks.push_back(std::move(each.task));
    return tasks;
  }
  const std::vector<PlanTemplate>& templates = file.plan.templates;
  for (int t = 0; t < static_cast<int>(templates.size()); ++t)
    for (int v = 0; v < static_cast<int>(templates[static_cast<std::size_t>(t)].tasks.size()); ++v)
      tasks.push_back(task_of(file.plan, {t, v}, catalogue()));
  return tasks;
}

/// Of each trial: novelty, scenario, index, whether it is a control trial and a calibration run, and its
/// numbers of normal and novel tasks.
py::list outline(const PlanFile& file) {
  py::list all;
  for (const PlannedTrial& each : file.plan.trials)
    all.append(py::make_tuple(each.novelty, each.scenario, each.index, each.control, is_calibration(each),
                              each.normal.size(), each.novel.size()));
  return all;
}

}  // namespace

void bind_plans(py::module_& module) {
  const auto load = [](const std::filesystem::path& file) {
    return std::make_shared<PlanFile>(read_plan(file.string(), catalogue()));
  };
  const auto trials = [](const PlanFile& file) { return file.plan.trials.size(); };
  py::class_<PlanFile, std::shared_ptr<PlanFile>>(
      module, "Plan",
      "Which tasks are played, and in which order. len() is the number of trials. Plans with the same trials "
      "compare equal and can be pickled.")
      .def_static("load", load, py::arg("file"), "Reads a plan from `file`. Raises InputError.")
      .def_static(
          "parse", &parsed_plan, py::arg("text"), py::arg("name") = "plan",
          "Reads a plan from `text` in JSON. `name` is used for the file in messages. Raises InputError.")
      .def("json", &plan_json, "The plan as novphy plan writes it.")
      .def_property_readonly(
          "hash", [](const PlanFile& file) { return file.hash; },
          "The plan's hash, which is in the records of its runs.")
      .def_property_readonly("trials", trials, "Number of trials, calibration runs included.")
      .def("is_calibration", &calibrates, py::arg("trial"),
           "Whether the trial with the index `trial` is a calibration run.")
      .def("seed", &seed_of, py::arg("trial"),
           "The number that the agent is told in the trial with the index `trial`.")
      .def("tasks", &tasks_of, py::arg("trial") = py::none(), py::call_guard<py::gil_scoped_release>(),
           "The tasks of the trial with the index `trial`, in the order of play; without it, every task of "
           "the "
           "plan's templates.")
      .def("__len__", trials)
      .def(
          "__eq__", [](const PlanFile& plan, const PlanFile& other) { return plan.plan == other.plan; },
          py::is_operator())
      .def("__hash__", [](const PlanFile& file) { return fnv1a(plan_json(file)); })
      .def("__copy__", [](const PlanPointer& plan) { return plan; })
      .def("__deepcopy__", [](const PlanPointer& plan, const py::dict&) { return plan; })
      .def(py::pickle([](const PlanFile& file) { return py::make_tuple(plan_json(file), file.hash); },
                      &plan_of_pickle));
  module.def("outline", &outline);
  module.def("plan", &made_plan);
  module.def("settings_of_plan", [] { return described(wanted_plan().settings()); });
}

namespace {

using namespace pybind11::literals;

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
    return py::dict("passed"_a = outcome.won, "score"_a = outcome.score, "end"_a = name(outcome.end),
                    "digest"_a = fmt::format("{:016x}", outcome.digest), "time_s"_a = outcome.time_s);
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

Task plan_task(const PlanFile& file, const std::string& task_template, int variation, double strength) {
  Record record;
  record.task_template = task_template;
  record.variation = variation;
  record.strength = strength;
  const auto task = task_of(file.plan, record, catalogue());
  if (!task)
    throw InputError("plan", fmt::format("has no task {} of the template {}", variation, task_template));
  return *task;
}

/// The lines of a file of records: the fingerprint's, and those of the records.
std::pair<std::string, std::vector<std::string>> record_lines(const std::string& file) {
  RecordReader reader(file);
  std::vector<std::string> lines;
  while (const auto record = reader.next()) lines.push_back(to_line(*record));
  return {to_line(reader.fingerprint()), std::move(lines)};
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
      .def_property_readonly(
          "digest", [](const ShotPlay& play) { return fmt::format("{:016x}", play.world().digest()); });
  module.def("task_names", &task_names);
  module.def("plan_task", &plan_task, py::arg("plan"), py::arg("task_template"), py::arg("variation"),
             py::arg("strength") = 1.0);
  module.def("record_lines", &record_lines, released);
}

}  // namespace novphy::python
