#include "evaluator/input/table_trials.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "base/input_error.h"

namespace novphy {
namespace {

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

/// A trial of a table.
struct TablePart {
  const AgentLog* log = nullptr;
  const TrialKey* key = nullptr;
  const TrialLog* trial = nullptr;

  using Cell = std::tuple<std::string, std::string, bool>;
  const std::string& agent() const { return log->agent; }
  const std::string& run() const { return log->trials.run_name(key->run); }
  Cell cell() const { return {key->novelty, key->scenario, key->control}; }
  const LogFile& file() const { return log->files.at(static_cast<std::size_t>(key->source) - 1); }
};

using TableParts = std::vector<TablePart>;

TableParts parts_of(std::span<const AgentLog* const> logs) {
  TableParts parts;
  for (const AgentLog* log : logs)
    for (const auto& [key, trial] : log->trials.trials())
      if (log->trials.any_length(key.source) &&
          !log->files.at(static_cast<std::size_t>(key.source) - 1).fingerprint)
        parts.push_back({log, &key, &trial});
  return parts;
}

/// The first difference of two trials, in words: the column and both values.
std::string difference(const TablePart& normal, const TablePart& novel) {
  const auto names = [](const char* column, const std::string& here, const std::string& there) {
    const auto shown = [](const std::string& name) { return name.empty() ? "none" : '"' + name + '"'; };
    return fmt::format("{} {} here and {} {}", column, shown(here), column, shown(there));
  };
  if (normal.agent() != novel.agent()) return names("agent", novel.agent(), normal.agent());
  if (normal.key->novelty != novel.key->novelty)
    return names("novelty", novel.key->novelty, normal.key->novelty);
  if (normal.key->scenario != novel.key->scenario)
    return names("scenario", novel.key->scenario, normal.key->scenario);
  if (normal.run() != novel.run()) return names("run", novel.run(), normal.run());
  return fmt::format("control {} here and control {}", int{novel.key->control}, int{normal.key->control});
}

std::string place_of(const TablePart& part, const TablePart& from) {
  const int line = lines_of(*part.trial).first;
  return part.file().path == from.file().path ? fmt::format("line {}", line)
                                              : fmt::format("{}:{}", part.file().path, line);
}

/// Throws if a trial of `normals` and one of `novels` have the same key, and so are parts of one trial.
template <class KeyOf>
void refuse_torn(const TableParts& normals, const TableParts& novels, const KeyOf& key_of) {
  std::map<decltype(key_of(normals.front())), const TablePart*> by_key;
  for (const TablePart& normal : normals) by_key.emplace(key_of(normal), &normal);
  for (const TablePart& novel : novels)
    if (const auto normal = by_key.find(key_of(novel)); normal != by_key.end())
      throw InputError(
          novel.file().path, lines_of(*novel.trial).first,
          fmt::format("trial {} has its novel tasks under {} for its normal tasks, in {}: expected one "
                      "value for all rows of a trial (--columns may name another column), or other numbers "
                      "for other trials",
                      novel.key->trial, difference(*normal->second, novel),
                      place_of(*normal->second, novel)));
}

/// Throws if some rows of a trial have a run and others have none.
void refuse_empty_runs(const TableParts& parts) {
  const auto key_of = [](const TablePart& part) {
    return std::tuple(part.agent(), part.cell(), part.key->trial, part.key->source);
  };
  const auto no_run = [](const TablePart& part) { return part.run().empty(); };
  if (std::all_of(parts.begin(), parts.end(), no_run)) return;
  std::map<decltype(key_of(parts.front())), const TablePart*> without;
  for (const TablePart& part : parts)
    if (no_run(part)) without.emplace(key_of(part), &part);
  for (const TablePart& part : parts)
    if (const auto found = without.find(key_of(part)); found != without.end() && !no_run(part))
      throw InputError(
          part.file().path, lines_of(*part.trial).first,
          fmt::format("{} has the run \"{}\" here and none in line {}: expected a run in all rows "
                      "of a trial, or in none",
                      text_of(*part.key), part.run(), lines_of(*found->second->trial).first));
}

/// Warns of cells whose trials have normal tasks only or novel tasks only, and none both.
void note_halves(const TableParts& parts, std::vector<std::string>& warnings) {
  struct Halves {
    int normal = 0, novel = 0, whole = 0;
  };
  std::map<std::pair<std::string, TablePart::Cell>, Halves> cells;
  for (const TablePart& part : parts) {
    Halves& count = cells[{part.agent(), part.cell()}];
    const bool normal = has_normal(*part.trial);
    ++(normal && has_novel(*part.trial) ? count.whole : normal ? count.normal : count.novel);
  }
  for (const auto& [name, count] : cells)
    if (count.normal > 0 && count.novel > 0 && count.whole == 0)
      warnings.push_back(fmt::format(
          "agent {}: {} {}: {} trials have only normal tasks and are not measured, and {} have only novel "
          "tasks, "
          "so none can hold a false alarm: tasks of one trial need one number in the column \"trial\"",
          name.first, std::get<0>(name.second), std::get<1>(name.second), count.normal, count.novel));
}

}  // namespace

void check_parts(std::span<const AgentLog* const> logs, std::vector<std::string>& warnings) {
  const TableParts parts = parts_of(logs);
  TableParts normals;
  TableParts novels;
  for (const TablePart& part : parts) {
    if (!has_novel(*part.trial)) normals.push_back(part);
    if (!has_normal(*part.trial)) novels.push_back(part);
  }
  refuse_empty_runs(parts);
  if (normals.empty() || novels.empty()) return;
  refuse_torn(normals, novels, [](const TablePart& part) {  // by the run
    return std::tuple(part.agent(), part.cell(), part.key->trial);
  });
  std::set<std::pair<std::string, TablePart::Cell>> with_normal, with_novel;
  for (const TablePart& part : parts) {
    if (has_normal(*part.trial)) with_normal.emplace(part.agent(), part.cell());
    if (has_novel(*part.trial)) with_novel.emplace(part.agent(), part.cell());
  }
  std::erase_if(normals, [&](const TablePart& part) {
    return with_novel.contains({part.agent(), part.cell()});
  });
  std::erase_if(novels, [&](const TablePart& part) {
    return with_normal.contains({part.agent(), part.cell()});
  });
  refuse_torn(normals, novels,
              [](const TablePart& part) {  // by the novelty, the scenario or the column control
                return std::tuple(part.agent(), part.key->trial);
              });
  refuse_torn(normals, novels, [](const TablePart& part) {  // by the agent
    return std::tuple(part.cell(), part.key->trial);
  });
  note_halves(parts, warnings);
}

}  // namespace novphy
