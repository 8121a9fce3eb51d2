#include "studies/opaque_tasks.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/rng.h"
#include "sim/seed.h"

namespace novphy {
namespace {

constexpr std::size_t kFewestDigits = 4;

/// Indices into Plan::trials of all trials that a participant may play.
std::set<int> trials_of(const StudyFile& file) {
  std::set<int> trials;
  for (const auto& cells : file.study.level_sets)
    for (const StudyCell& cell : cells)
      for (const int trial : study_trials(file.plan, cell)) trials.insert(trial);
  return trials;
}

std::vector<OpaqueTask> tasks_in_order(const StudyFile& file) {
  std::vector<OpaqueTask> tasks;
  for (int i = 0; i < static_cast<int>(file.study.practice.size()); ++i) tasks.push_back({.practice = i});
  for (const int index : trials_of(file)) {
    const PlannedTrial& trial = file.plan.trials[static_cast<std::size_t>(index)];
    for (int task = 0; task < static_cast<int>(trial.normal.size() + trial.novel.size()); ++task)
      tasks.push_back({.trial = index, .task = task});
  }
  return tasks;
}

/// The page knows one of these numbers. By SHA-256, neither the plan's hash nor another number follows from
/// it, as they would from FNV-1a.
std::uint64_t number_for(std::string_view purpose, const StudyFile& file) {
  return sha256_number(fmt::format("novphy {}\n{}\n{}", purpose, file.study.hash, file.plan_hash));
}

}  // namespace

std::string online_study_id(const StudyFile& file) {
  return fmt::format("{:016x}", number_for("online study", file));
}

std::map<std::string, OpaqueTask> opaque_tasks(const StudyFile& file) {
  std::vector<OpaqueTask> tasks = tasks_in_order(file);
  Rng rng = Rng::stream(number_for("opaque tasks", file), "studies/opaque-tasks");
  shuffle(tasks, rng);
  const std::size_t digits = std::max(kFewestDigits, std::to_string(tasks.size()).size());
  std::map<std::string, OpaqueTask> numbered;
  for (std::size_t i = 0; i < tasks.size(); ++i) numbered[fmt::format("{:0{}}", i, digits)] = tasks[i];
  return numbered;
}

OpaqueTask opaque_task_of(const StudyStep& step) {
  if (step.kind == StudyStep::Kind::kPractice) return {.practice = step.practice};
  return {.trial = step.trial, .task = step.task};
}

Task without_names(Task task) {
  task.novelties.clear();
  task.may_overlap = false;
  for (Effect& effect : task.effects)
    if (auto* field = std::get_if<ForceField>(&effect)) field->name = "force_field";
  return task;
}

}  // namespace novphy
