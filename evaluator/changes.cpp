#include "evaluator/changes.h"

#include <fmt/core.h>

#include "base/lists.h"

namespace novphy {
namespace {

/// Tasks of a trial, from `begin` up to but not `end`, of which those from `novel` on count as novel.
struct Cut {
  std::size_t begin = 0;
  std::size_t novel = 0;
  std::size_t end = 0;
};

Cut cut_of(const TrialLog& trial, int change, CutTo part, const Conventions& conventions) {
  const std::vector<int> changes = changes_of(trial);
  const auto first = std::ranges::find(changes, change);
  if (first == changes.end()) return {};
  const auto end = std::find_if(first, changes.end(), [&](int each) { return each != change; });
  const auto next = std::find_if(end, changes.end(), [](int each) { return each != 0; });
  const auto at = [&](auto place) { return static_cast<std::size_t>(place - changes.begin()); };
  if (part == CutTo::kEnd) return {.begin = at(end), .novel = at(end), .end = at(next)};
  if (part == CutTo::kFirst) {
    const auto m = static_cast<std::size_t>(windows_of(conventions, static_cast<int>(end - first)).ap);
    return {.begin = at(first), .novel = at(first), .end = at(first) + m};
  }
  auto begin = first;
  while (begin != changes.begin() && *(begin - 1) == 0) --begin;
  return {.begin = at(begin), .novel = at(first), .end = at(end)};
}

TrialLog cut_trial(const TrialLog& trial, const Cut& cut, bool with_earlier_alarms) {
  TrialLog made = trial;
  made.tasks.assign(cut.end - cut.begin, {});
  made.usage.clear();
  made.task_names.clear();
  made.first_task = trial.first_task + static_cast<int>(cut.begin);
  made.last_normal = static_cast<int>(cut.novel - cut.begin) - 1;
  made.first_novel = made.last_normal + 1;
  bool lasts = !with_earlier_alarms && cut.begin > 0 && trial.tasks[cut.begin - 1].alarm;
  for (std::size_t i = 0; i < made.tasks.size(); ++i) {
    put_task(made, i, trial, cut.begin + i);
    TaskMark& task = made.tasks[i];
    task.novel = cut.begin + i >= cut.novel;
    task.change = 0;
    lasts = lasts && task.alarm;
    if (!lasts) continue;
    task.alarm = false;
    task.probability = 0;
  }
  return made;
}

}  // namespace

int last_change(std::span<const AgentLog> logs) {
  int last = 0;
  for (const AgentLog& log : logs)
    for (const auto& [key, trial] : log.trials.trials())
      for (const int change : changes_of(trial)) last = std::max(last, change);
  return last;
}

bool have_one_change(std::span<const AgentLog> logs) {
  return std::ranges::all_of(logs, [](const AgentLog& log) {
    return std::ranges::all_of(log.trials.trials(), [](const auto& of) { return has_one_change(of.second); });
  });
}

AgentLog at_change(const AgentLog& log, int change, CutTo part) {
  const auto cut = [&](const TrialLog& trial) {
    return cut_trial(trial, cut_of(trial, change, part, log.trials.conventions()), part == CutTo::kEnd);
  };
  return {log.agent, log.files, log.trials.cut(cut), log.levels};
}

std::vector<AgentLog> at_change(std::span<const AgentLog> logs, int change, CutTo part) {
  return mapped(logs, [&](const AgentLog& log) { return at_change(log, change, part); });
}

std::vector<ChangeMeasures> at_each_change(std::span<const AgentLog> logs, const Conventions& conventions,
                                           std::span<const std::string> baseline) {
  Conventions of_part = conventions;  // the windows are those of all novel tasks of a change
  of_part.m = of_part.m1 = of_part.m2 = of_part.sailon_m = std::nullopt;
  std::vector<ChangeMeasures> all;
  for (int change = 1; change <= last_change(logs); ++change)
    all.push_back({.change = change,
                   .all = evaluate(at_change(logs, change), conventions, baseline),
                   .first = evaluate(at_change(logs, change, CutTo::kFirst), of_part),
                   .end = evaluate(at_change(logs, change, CutTo::kEnd), of_part)});
  return all;
}

std::string change_note(int change) {
  return change == 1 ? "Change 1 of each trial alone: the normal tasks before it and its novel tasks"
                     : fmt::format(
                           "Change {} of each trial alone: its novel tasks, and the normal ones since "
                           "the novelty before; alarms that began earlier do not count",
                           change);
}

}  // namespace novphy
