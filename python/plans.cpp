#include <fmt/core.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "base/hash.h"
#include "base/input_error.h"
#include "levels/task_file.h"
#include "levels/task_recipe.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/options.h"
#include "python/trial.h"
#include "trials/level_plan.h"
#include "trials/plan_file.h"
#include "trials/plan_tasks.h"
#include "trials/session.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

PlanPointer plan_of(Plan plan) {
  const std::string text = plan_to_json(plan, catalogue());
  return std::make_shared<PlanFile>(PlanFile{std::move(plan), content_hash(text)});
}

std::vector<Pair> pairs_named(const std::vector<std::string>& names) {
  if (names.empty()) return data().pairs;
  std::vector<Pair> pairs;
  for (const std::string& name : names) pairs.push_back(pair_named(name));
  return pairs;
}

/// A plan that has been drawn and still needs its tasks.
struct Drawn {
  std::vector<Pair> pairs;
  Plan plan;
  std::string proof;
  int distractors = 0;
  unsigned threads = 1;
  std::vector<TaskSetLine> lines{};

  void fill(const Stop& stop) {
    FreshTasks fresh{.variation = {.novelties = data().novelties},
                     .jobs = threads,
                     .partial = temporary_file(),
                     .stop = &stop};
    fresh.variation.seed = plan.options.seed;
    fresh.variation.proof = proof_named(proof);
    fresh.variation.most_distractors = distractors;
    const std::unique_ptr<const std::string, void (*)(const std::string*)> remove(
        &fresh.partial, [](const std::string* file) { std::remove(file->c_str()); });
    lines = make_tasks_of(plan, pairs, fresh, data().assets);
  }
};

PlanPointer filled(const std::shared_ptr<Drawn>& drawn) {
  interruptible([drawn](const Stop& stop) { drawn->fill(stop); });
  return plan_of(drawn->plan);
}

PlanOptions options_of(const py::dict& given) {
  PlanOptions options;
  std::optional<std::filesystem::path> secret;
  const std::map<std::string, int*> numbers{{"trials", &options.trials},
                                            {"min_normal", &options.min_normal},
                                            {"max_normal", &options.max_normal},
                                            {"novel", &options.novel},
                                            {"calibration_runs", &options.calibration_runs},
                                            {"calibration_tasks", &options.calibration_tasks},
                                            {"training", &options.training},
                                            {"control", &options.control_trials},
                                            {"pool", &options.pool}};
  for (const auto& [key, value] : given) {
    const auto name = key.cast<std::string>();
    if (name == "seed")
      options.seed.number = value_of<std::uint64_t>("seed", value);
    else if (name == "secret")
      secret = value_of<std::filesystem::path>("secret", value);
    else if (name == "informed")
      options.informed = value_of<bool>("informed", value);
    else if (const auto it = numbers.find(name); it != numbers.end())
      *it->second = value_of<int>(name.c_str(), value);
    else
      throw InputError("plan", fmt::format("found the option \"{}\", which no plan has", name));
  }
  if (secret) options.seed = read_secret(options.seed.number, *secret);
  return options;
}

PlanPointer drawn_plan(const std::vector<std::string>& names, const py::dict& given, const std::string& proof,
                       int distractors, int threads) {
  proof_named(proof);
  const PlanOptions options = options_of(given);
  std::vector<Pair> pairs = pairs_named(names);
  Plan plan = make_plan(pairs, options);
  return filled(std::make_shared<Drawn>(
      Drawn{std::move(pairs), std::move(plan), proof, distractors, threads_of(threads)}));
}

/// The standard plan. Its tasks come from this folder of novphy generate, or are made.
PlanPointer standard_plan(const std::string& version, const std::string& folder, int threads) {
  std::vector<Pair> pairs = data().pairs;
  const StandardPlan standard = read_standard_plan(
      data_folder() / "levels" / "standard" / ("plan-" + version + ".json"), pairs, data().assets);
  if (!folder.empty()) {
    const TaskSet set = read_tasks_of(folder, pairs, data().assets);
    Plan plan = make_plan(pairs, standard.options);
    take_tasks_of(plan, set, folder);
    check_tasks(standard, set.lines);
    check_plan(standard, plan_to_json(plan, catalogue()));
    return plan_of(std::move(plan));
  }
  Plan plan = make_plan(pairs, standard.options);
  const auto drawn = std::make_shared<Drawn>(Drawn{std::move(pairs), std::move(plan), standard.proof,
                                                   standard.most_distractors, threads_of(threads)});
  PlanPointer made = filled(drawn);
  check_tasks(standard, drawn->lines);
  check_plan(standard, plan_to_json(made->plan, catalogue()));
  return made;
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

/// The plan of `novphy plan --levels`, and a text for each thing that readers corrected or left out.
std::pair<PlanPointer, std::vector<std::string>> level_plan(const std::string& folder, int trials,
                                                            std::uint64_t seed, bool skip_unreadable) {
  if (trials < 1) throw InputError("trials", fmt::format("found {}, expected at least 1", trials));
  LevelRemarks remarks;
  const std::vector<LevelGroup> groups = read_level_groups(folder, catalogue(), remarks);
  if (!remarks.problems.empty() && !skip_unreadable) throw InputError(std::move(remarks.problems));
  if (groups.empty()) throw InputError(folder, "found no level that can be read, expected at least one");
  std::vector<std::string> warnings;
  for (const Problem& warning : remarks.warnings) warnings.push_back(warning.message());
  for (const Problem& problem : remarks.problems) warnings.push_back("left out: " + problem.message());
  return {plan_of(plan_of_levels(groups, trials, seed)), warnings};
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
  module.def("draw_plan", &drawn_plan);
  module.def("standard_plan", &standard_plan);
  module.def("level_plan", &level_plan);
}

}  // namespace novphy::python
