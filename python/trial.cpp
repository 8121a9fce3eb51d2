#include "python/trial.h"

#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "agents/external/line_protocol.h"
#include "base/file.h"
#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "python/bind.h"
#include "python/env.h"
#include "python/seeing.h"
#include "python/settings.h"
#include "python/shots.h"
#include "python/threads.h"
#include "trials/plan_tasks.h"

namespace novphy::python {
NoveltyReport report_of(double probability, const std::optional<int>& level, const std::vector<int>& objects,
                        const std::string& text, const std::optional<double>& threshold) {
  check_range("probability", probability, 0, 1);
  check_range("threshold", threshold.value_or(0), 0, 1);
  check_range("level", level.value_or(1), 1, 8);
  if (objects.size() > kMostReportedIds)
    throw InputError("objects",
                     fmt::format("found {}, expected at most {}", objects.size(), kMostReportedIds));
  if (text.size() > kMostReportedBytes)
    throw InputError("text",
                     fmt::format("found {} bytes, expected at most {}", text.size(), kMostReportedBytes));
  return {
      .probability = probability, .threshold = threshold, .level = level, .objects = objects, .text = text};
}

std::vector<std::string> lines_of(const std::vector<Record>& records) {
  std::vector<std::string> lines;
  for (const Record& record : records) lines.push_back(to_line(record));
  return lines;
}

const PlannedTrial& numbered_trial(const Plan& plan, int number) {
  check_range("trial", number, 0, static_cast<int>(plan.trials.size()) - 1);
  return plan.trials[static_cast<std::size_t>(number)];
}

Trial::Trial(PlanPointer plan, int index, const TrialOptions& options)
    : plan_(std::move(plan)), index_(index) {
  numbered_trial(plan_->plan, index);
  check_numbers(plan_->plan, overrides(), "plan");
  if (options.training_tasks < 0) throw InputError("training_tasks", "expected at least 0");
  TrialScript tasks = script(plan_->plan, planned(), options.training_tasks, catalogue());
  records_ = blank_records(plan_->plan, planned(), tasks);
  const SessionSetup setup{.catalogue = catalogue(),
                           .physics = physics(options.physics),
                           .colours = data().assets.colours,
                           .labels = options.labels,
                           .senses = options.senses,
                           .clock = steady_seconds};
  session_ = std::make_unique<Session>(std::move(tasks.tasks), setup_of(plan_->plan, planned(), setup));
}

Trial::Trial(const Task& task, const std::string& physics_name) {
  const SessionSetup setup{
      .catalogue = catalogue(), .physics = physics(physics_name), .colours = data().assets.colours};
  session_ = std::make_unique<Session>(std::vector{SessionTask{.task = task}}, setup);
}

void Trial::report(const NoveltyReport& report, OnlineDetector* detector) {
  if (session_->state() != SessionState::kReport)
    throw SessionError("session: report() is not allowed in the state " +
                       std::string(name(session_->state())));
  Record& record = records_[static_cast<std::size_t>(session_->task())];
  fill(record, report);
  fill(record, session_->played());
  if (detector != nullptr) detector->mark(record);
  session_->report();
}

std::vector<Record> Trial::finished() const {
  std::vector<Record> over;
  std::ranges::copy_if(records_, std::back_inserter(over),
                       [](const Record& record) { return !record.end.empty(); });
  return over;
}

namespace {

namespace py = pybind11;
using namespace pybind11::literals;

using GuardedTrial = Guarded<Trial>;

Shot shot_of(const py::handle& row) {
  const Numbers numbers = numbers_of(row, "shot");
  const py::object rows = numbers.ndim() == 1 ? numbers.attr("reshape")(1, -1) : py::object(numbers);
  const ShotTable table(rows, false);
  if (table.birds() != 1)
    throw InputError("shot", fmt::format("found {} shots, expected one", table.birds()));
  if (table[0].empty()) throw InputError("shot", "found nan, expected finite numbers");
  return table[0][0];
}

/// The shot of a mapping with the fields that agents answer. Throws InputError for another one.
Shot shot_of_fields(const py::dict& fields, const Observation& seen) {
  try {
    return line_protocol::read_shot(json_of_value(fields, "shot"), seen);
  } catch (const AgentError& wrong) {
    throw InputError("shot", wrong.what());
  }
}

void shoot(Trial& trial, const py::object& shot) {
  Session& session = trial.session();
  session.shoot(py::isinstance<py::dict>(shot) ? shot_of_fields(shot, session.observe(Senses{}))
                                               : shot_of(shot));
}

Senses senses_of(bool screenshot, double noise_px) {
  check_range("noise_px", noise_px, 0, 5);
  return {.screenshot = screenshot, .noise_px = noise_px};
}

py::object seen_in(Trial& trial, const std::string& form, const std::pair<int, int>& size) {
  if (form != "picture") return Seen(trial.session().observe()).form(form);
  py::object picture = picture_of(trial.session().world(), size.first, size.second);
  trial.session().picture_shown();
  return picture;
}

void shoot_drag(Trial& trial, double x_m, double y_m, int tap_ms, int launch_ms) {
  trial.session().shoot({.drag_m = {x_m, y_m}, .tap_ms = tap_ms, .launch_ms = launch_ms});
}

std::vector<float> table_of(Trial& trial) {
  std::vector<float> cells(ObjectTable::size());
  data().table.observe_into(trial.session().world(), cells);
  return cells;
}

Shot shot_of(const std::string& name, const py::object& action, const std::vector<float>& table) {
  const Actions actions = actions_named(name);
  return shot_of(actions, action_of(actions, numbers_of(action, "action"), 0, "action"), table);
}

void shoot_action(Trial& trial, const std::string& name, const py::object& action) {
  trial.session().shoot(shot_of(name, action, table_of(trial)));
}

/// The shot of an action of the environments, as an agent answers it.
py::dict shot_of_action(const Seen& seen, const std::string& name, const py::object& action) {
  std::vector<float> table(ObjectTable::size());
  if (actions_named(name) == Actions::kPlanner) table_of(seen.observation(), table);
  const Shot shot = shot_of(name, action, table);
  return py::dict("drag_m"_a = py::make_tuple(shot.drag_m.x, shot.drag_m.y), "tap_ms"_a = shot.tap_ms);
}

py::array_t<std::uint8_t> mask_array(Trial& trial) {
  py::array_t<std::uint8_t> mask(planner_actions());
  action_mask(table_of(trial), mask.mutable_data());
  return mask;
}

void advance(Trial& trial, double ms) {
  if (!(ms >= 0)) throw InputError("ms", fmt::format("found {}, expected a number of at least 0", ms));
  const py::gil_scoped_release release;
  trial.session().advance(ms);
}

void advance_until_still(Trial& trial) {
  const py::gil_scoped_release release;
  trial.session().advance_until_still();
}

std::uint64_t told_seed_of(Trial& trial) { return told_seed(trial.plan(), trial.planned(), catalogue()); }

std::unique_ptr<GuardedTrial> begun(const PlanPointer& plan, int trial, bool screenshot, double noise_px,
                                    bool labels, int training_tasks, const std::string& physics_name) {
  const py::gil_scoped_release release;
  return std::make_unique<GuardedTrial>(plan, trial,
                                        TrialOptions{.senses = senses_of(screenshot, noise_px),
                                                     .labels = labels,
                                                     .training_tasks = training_tasks,
                                                     .physics = physics_name});
}

}  // namespace

void bind_sessions(py::module_& module) {
  py::class_<Seen>(module, "Observation", "What an agent sees.")
      .def("json", &Seen::json,
           "One line of JSON, as programs get it (docs/reference/perception.md), without the picture.")
      .def("form", &Seen::form, py::arg("name") = "objects",
           "What is seen in the form `name`: \"objects\", \"table\", \"features\", \"flat\", \"geojson\", "
           "or \"picture\" where the agent asked for screenshots.")
      .def("shot", &shot_of_action, py::arg("actions"), py::arg("action"),
           "The shot of an `action` of novphy/Task-v0 with these `actions`, as Agent.choose() returns it.");
  py::register_exception<SessionError>(module, "SessionError", PyExc_RuntimeError).doc() =
      "A call that the session's state does not allow.";
  py::class_<GuardedTrial>(
      module, "Session",
      "One trial, played call by call, as docs/reference/trials.md describes it. A call that the state does "
      "not allow "
      "raises SessionError.\n\n"
      "Session(plan, trial, ...) begins trial number `trial`, from 0, of the Plan `plan`. `screenshot`: "
      "whether observations hold a picture. `noise_px`: noise of what is seen, 0 to 5 pixels. `labels`: "
      "whether observations hold developer labels. `training_tasks`: the most training tasks before the "
      "trial's own. `physics`: an entry of physics.json.")
      .def(py::init(&begun), py::arg("plan"), py::arg("trial"), py::arg("screenshot") = false,
           py::arg("noise_px") = 0.0, py::arg("labels") = false, py::arg("training_tasks") = 0,
           py::arg("physics") = "standard")
      .def_property_readonly("state",
                             alone(+[](Trial& trial) { return std::string(name(trial.session().state())); }),
                             "\"told\", \"choose\", \"flying\", \"report\" or \"done\".")
      .def_property_readonly("task", alone(+[](Trial& trial) { return trial.session().task(); }),
                             "Index of the current task.")
      .def_property_readonly("tasks", alone(+[](Trial& trial) { return trial.session().tasks(); }),
                             "Number of tasks.")
      .def_property_readonly("seed", alone(&told_seed_of), "The number that the agent is told in this trial.")
      .def_property_readonly("may_shoot", alone(+[](Trial& trial) { return trial.session().may_shoot(); }),
                             "Whether the next bird may be launched while bodies still move.")
      .def_property_readonly("birds_left",
                             alone(+[](Trial& trial) { return trial.session().world().birds_left(); }),
                             "Birds that were not launched.")
      .def_property_readonly(
          "pig_life", alone(+[](Trial& trial) { return pig_life(trial.session().world()); }),
          "Mean share of their life that the task's pigs have left: 1 at the start, 0 when no pig is left.")
      .def("told", alone(+[](Trial& trial) { trial.session().told(); }),
           "Confirms the message that the world has changed.")
      .def("see", alone(+[](Trial& trial) { return Seen(trial.session().observe()); }),
           "The present Observation.")
      .def("observe", alone(&seen_in), py::arg("form") = "objects", py::arg("size") = std::pair(640, 480),
           "What is seen now in the form `form`: novphy.observe() lists them. `size` is the (width, height) "
           "of "
           "pictures.")
      .def("shoot", alone(&shoot), py::arg("shot"),
           "Throws the bird. `shot` is a row of direction in degrees, pull in m, tap and launch in ms, of "
           "which the "
           "last ones may be left out, or a dict of the fields that agents answer, such as drag_m.")
      .def("shoot_drag", alone(&shoot_drag), py::arg("x_m"), py::arg("y_m"), py::arg("tap_ms") = -1,
           py::arg("launch_ms") = -1,
           "Throws the bird by pulling it to (`x_m`, `y_m`), relative to its rest point. `tap_ms` after the "
           "launch "
           "it uses its ability, and `launch_ms` after the previous launch it is launched; -1: no tap, when "
           "the "
           "previous bird is gone.")
      .def("shoot_action", alone(&shoot_action), py::arg("actions"), py::arg("action"),
           "Throws the bird by an `action` of the environments' `actions`: \"grid\", \"planner\" or \"box\".")
      .def("action_mask", alone(&mask_array), "For \"planner\": 1 for each action that has a shot now.")
      .def("tap", alone(+[](Trial& trial) { return trial.session().tap(); }),
           "Makes the launched bird use its ability now. False if its shot already has a tap.")
      .def("give_up", alone(+[](Trial& trial) { trial.session().give_up(); }),
           "Ends the task without another shot.")
      .def("advance", alone(&advance), py::arg("ms"),
           "Moves the world by `ms` simulated milliseconds, or until the state changes.")
      .def("advance_until_still", alone(&advance_until_still), "Moves the world until the state changes.")
      .def("result", alone(+[](Trial& trial) { return result_dict(trial.session().result()); }),
           "The result of the task: passed, score and last, which is an Observation.")
      .def(
          "report",
          alone(+[](Trial& trial, double probability, const std::optional<int>& level,
                    const std::vector<int>& objects, const std::string& text,
                    const std::optional<double>& threshold) {
            trial.report(report_of(probability, level, objects, text, threshold), nullptr);
          }),
          py::arg("probability") = 0.0, py::arg("level") = py::none(),
          py::arg("objects") = std::vector<int>{}, py::arg("text") = "", py::arg("threshold") = py::none(),
          "Reports on the task that is over, and begins the next one. `probability` that the world has "
          "changed, `threshold` above which this means novel, both 0 to 1; `level` of the novelty hierarchy, "
          "1 to 8; `objects`, ids of what is novel; `text`, a description.")
      .def("records", alone(+[](Trial& trial) { return lines_of(trial.finished()); }),
           "The lines that novphy run would write for the tasks that are over.");
}

}  // namespace novphy::python
