#include "evaluator/input/table_trials.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace novphy {
namespace {

using Entry = std::pair<const TrialKey, TrialLog>;

bool has_normal(const TrialLog& log) { return log.last_normal >= 0; }
bool has_novel(const TrialLog& log) { return log.first_novel >= 0; }

/// The lines of a version's first and last row.
std::pair<int, int> lines_of(const TrialLog& log) {
  std::pair<int, int> lines{0, 0};
  for (const TaskMark& task : log.tasks) {
    if (!task.known) continue;
    if (lines.first == 0 || task.line < lines.first) lines.first = task.line;
    lines.second = std::max(lines.second, task.line);
  }
  return lines;
}

std::string text_of(const TrialKey& key) {
  return fmt::format("{} {}, trial {}", key.novelty, key.scenario, key.trial);
}

/// Whether the informed version goes on where the uninformed one ends.
bool goes_on(const TrialLog& uninformed, const TrialLog& informed, bool counted) {
  if (has_novel(uninformed) || has_normal(informed)) return false;
  return counted ? lines_of(uninformed).second < lines_of(informed).first
                 : uninformed.last_normal < informed.first_novel;
}

bool is_whole(const TrialLog& log) {
  return std::all_of(log.tasks.begin(), log.tasks.end(), [](const TaskMark& task) { return task.known; });
}

/// Whether these are two trials: both have the same phases and, where tasks have numbers, no gap.
bool are_two_trials(const TrialLog& uninformed, const TrialLog& informed, bool counted) {
  return has_normal(informed) == has_normal(uninformed) && has_novel(informed) == has_novel(uninformed) &&
         (counted || (is_whole(uninformed) && is_whole(informed)));
}

RowsInConflict told_in_conflict(const TrialKey& key, const TrialLog& uninformed, const TrialLog& informed) {
  return {
      lines_of(informed).first,
      fmt::format("informed is 1 here and 0 in line {} of the same trial ({}): expected one value for all "
                  "rows of a trial, 0 for its normal and 1 for its novel tasks, or normal and novel tasks "
                  "with each value",
                  lines_of(uninformed).second, text_of(key))};
}

/// The current file's trials that were played both ways, by the key of the uninformed version.
std::vector<TrialKey> played_both_ways(const TrialLogs& logs) {
  std::vector<TrialKey> found;
  for (const auto& [key, log] : logs.trials()) {
    TrialKey informed = key;
    informed.informed = true;
    if (key.source == logs.source() && !key.informed && logs.trials().contains(informed))
      found.push_back(key);
  }
  return found;
}

}  // namespace

std::optional<RowsInConflict> join_versions(TrialLogs& logs, bool counted) {
  for (const TrialKey& key : played_both_ways(logs)) {
    TrialKey informed = key;
    informed.informed = true;
    const TrialLog& without = logs.trials().at(key);
    const TrialLog& with = logs.trials().at(informed);
    if (goes_on(without, with, counted))
      logs.join_versions(key, counted);
    else if (!are_two_trials(without, with, counted))
      return told_in_conflict(key, without, with);
  }
  return std::nullopt;
}

namespace {

using CellKey = std::tuple<std::string, std::string, bool>;

CellKey cell_of(const TrialKey& key) { return {key.novelty, key.scenario, key.control}; }

/// The trials of a cell that have normal tasks only, or novel tasks only.
struct CellParts {
  bool any_normal = false;
  bool any_novel = false;
  std::map<int, const Entry*> by_number;
};

std::map<CellKey, CellParts> parts_of(const TrialLogs& logs) {
  std::map<CellKey, CellParts> cells;
  for (const auto& entry : logs.trials()) {
    if (entry.first.source != logs.source()) continue;
    CellParts& cell = cells[cell_of(entry.first)];
    cell.any_normal = cell.any_normal || has_normal(entry.second);
    cell.any_novel = cell.any_novel || has_novel(entry.second);
    cell.by_number.emplace(entry.first.trial, &entry);
  }
  return cells;
}

/// The first difference of two cells, in words: the column and both values.
std::string difference(const TrialKey& normal, const TrialKey& novel) {
  if (normal.novelty != novel.novelty)
    return fmt::format("novelty \"{}\" here and novelty \"{}\"", novel.novelty, normal.novelty);
  if (normal.scenario != novel.scenario)
    return fmt::format("scenario \"{}\" here and scenario \"{}\"", novel.scenario, normal.scenario);
  return fmt::format("control {} here and control {}", int{novel.control}, int{normal.control});
}

RowsInConflict split_in_conflict(const Entry& normal, const Entry& novel) {
  return {
      lines_of(novel.second).first,
      fmt::format("trial {} has its novel tasks under {} for its normal tasks, in line {}: expected one "
                  "value for all rows of a trial (--columns may name another column), or other numbers "
                  "for other trials",
                  novel.first.trial, difference(normal.first, novel.first), lines_of(normal.second).first)};
}

}  // namespace

std::optional<RowsInConflict> find_split_trial(const TrialLogs& logs) {
  const std::map<CellKey, CellParts> cells = parts_of(logs);
  for (const auto& [cell, normal] : cells) {
    if (normal.any_novel) continue;
    for (const auto& [other, novel] : cells) {
      if (novel.any_normal) continue;
      for (const auto& [number, entry] : novel.by_number)
        if (const auto same = normal.by_number.find(number); same != normal.by_number.end())
          return split_in_conflict(*same->second, *entry);
    }
  }
  return std::nullopt;
}

}  // namespace novphy
