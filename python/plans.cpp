#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <memory>

#include "base/hash.h"
#include "jobs/plan.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/settings.h"
#include "python/trial.h"
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
  MadePlan made = interruptible([maker](const Stop& stop) { return maker->make({.stop = &stop}); });
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
      .def("tasks", &tasks_of, py::arg("trial") = py::none(),
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
  module.def("plan", &made_plan);
  module.def("settings_of_plan", [] { return described(wanted_plan().settings()); });
}

}  // namespace novphy::python
