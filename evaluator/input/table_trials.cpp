#include "evaluator/input/table_trials.h"

#include <fmt/core.h>

#include "base/hash.h"
#include "base/input_error.h"
#include "base/text.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

using RunName = std::array<std::string, 3>;  ///< hash of the plan, the agent, and its training

RunName run_of(const Fingerprint& print) { return {print.plan_hash, print.agent, print.run}; }

}  // namespace

RunTasks::RunTasks(std::span<const Source> files) {
  std::set<RunName> seen;
  for (const Source& source : files) {
    if (source.kind != SourceKind::kRecords || files.size() < 2) continue;
    const RunName run = run_of(source.print);
    if (!run[0].empty() && !seen.insert(run).second) runs_.try_emplace(run);
  }
}

RunTasks::Trial RunTasks::trial_of(const Record& record) {
  return {record.novelty, record.scenario, record.control, record.phase == Phase::kCalibration, record.trial};
}

void RunTasks::next_file(const std::string& file, const Fingerprint& print, int source) {
  const auto run = runs_.find(run_of(print));
  run_ = run == runs_.end() ? nullptr : &run->second;
  files_[source] = file;
  source_ = source;
  shared_ = 0;
}

bool RunTasks::add(const Record& record, int line) {
  if (run_ == nullptr || record.phase == Phase::kTraining) return true;
  const std::uint64_t hash = fnv1a(to_line(record));
  const auto [earlier, is_new] =
      run_->tasks.try_emplace({trial_of(record), record.task}, Seen{hash, source_, line});
  const Seen& seen = earlier->second;
  if (is_new || seen.source == source_) return true;
  const std::string& file = files_.at(seen.source);
  if (seen.hash != hash)
    throw std::invalid_argument(fmt::format(
        "{} {}, trial {}, task {} has another record in {}:{}, of the same plan and agent: "
        "expected each trial of a plan once, or another name of the agent or of its training (novphy run "
        "--name, --run)",
        record.novelty, record.scenario, record.trial, record.task, file, seen.line));
  ++shared_;
  shared_with_ = file;
  return false;
}

int RunTasks::source_of(const Record& record) {
  return run_ == nullptr ? source_ : run_->sources.try_emplace(trial_of(record), source_).first->second;
}

namespace {

bool same_mark(const TaskMark& a, const TaskMark& b) {
  const auto parts = [](const TaskMark& task) {
    return std::tuple(task.performance, task.probability, bool{task.novel}, bool{task.passed},
                      bool{task.alarm}, bool{task.has_result}, bool{task.has_performance},
                      bool{task.informed}, task.shots);
  };
  return parts(a) == parts(b);
}

/// The rows of a later table whose tasks an earlier table holds, too.
struct SharedRows {
  int equal = 0;
  int different = 0;
};

/// A trial that is put together from the tables of an agent.
class JoinedTrial {
 public:
  JoinedTrial(const AgentLog& log, const TrialKey& first)
      : log_(log),
        key_(first),
        trial_(log.trials.trials().at(first)),
        sources_(trial_.tasks.size(), first.source) {}

  void add(int source, const TrialLog& later, SharedRows& shared) {
    if (later.tasks.size() > trial_.tasks.size()) trial_.tasks.resize(later.tasks.size());
    sources_.resize(trial_.tasks.size());
    for (std::size_t task = 0; task < later.tasks.size(); ++task)
      if (later.tasks[task].known) add(task, source, later, shared);
    check_order(source, later);
    trial_.informed = trial_.informed || later.informed;
  }
  const TrialLog& trial() const { return trial_; }

 private:
  void add(std::size_t task, int source, const TrialLog& later, SharedRows& shared) {
    const TaskMark& mark = later.tasks[task];
    const TaskMark& earlier = trial_.tasks[task];
    const bool equal =
        earlier.known && same_mark(earlier, mark) && usage_of(trial_, task) == usage_of(later, task);
    if (equal) ++shared.equal;
    if (equal || (earlier.known && !replaces(task, source, mark, shared))) return;
    put_task(trial_, task, later, task);
    sources_[task] = source;
  }

  /// Whether a row counts instead of the different one of an earlier table.
  bool replaces(std::size_t task, int source, const TaskMark& mark, SharedRows& shared) const {
    const Repeats repeats = log_.trials.conventions().repeats;
    if (repeats == Repeats::kRefuse || trial_.tasks[task].novel != mark.novel)
      refuse(
          source, mark.line,
          fmt::format("has another row in {}:{}: expected each trial of an agent once (one table may go on "
                      "where another ends, with a column \"task\"), other trial numbers, another agent or "
                      "\"run\" for other trials, or --repeats first or last",
                      path_of(sources_[task]), trial_.tasks[task].line),
          task);
    ++shared.different;
    return repeats == Repeats::kLast;
  }

  void check_order(int source, const TrialLog& later) {
    if (note_order(trial_, later.last_normal, later.first_novel)) return;
    const auto normal = static_cast<std::size_t>(trial_.last_normal);
    const auto novel = static_cast<std::size_t>(trial_.first_novel);
    refuse(
        source, later.tasks.back().line,
        fmt::format("is normal ({}:{}) and comes after the novel task {} ({}:{}): expected all normal tasks "
                    "of a trial before its novel tasks",
                    path_of(sources_[normal]), trial_.tasks[normal].line, novel, path_of(sources_[novel]),
                    trial_.tasks[novel].line),
        normal);
  }

  [[noreturn]] void refuse(int source, int line, const std::string& text, std::size_t task) const {
    throw InputError(path_of(source), line,
                     fmt::format("agent {}: {} {}, trial {}, task {} {}", log_.agent, key_.novelty,
                                 key_.scenario, key_.trial, task, text));
  }
  const std::string& path_of(int source) const { return log_.file(source).path; }

  const AgentLog& log_;
  const TrialKey& key_;
  TrialLog trial_;
  std::vector<int> sources_;  ///< the table of each task
};

/// The trials of tables by their names, each with its tables in order.
std::map<TrialKey, std::vector<TrialKey>> trials_of_tables(const TrialLogs& logs) {
  std::map<TrialKey, std::vector<TrialKey>> trials;
  for (const auto& [key, log] : logs.trials()) {
    if (!logs.source_of(key.source).any_length) continue;  // a file of another kind
    TrialKey name = key;
    name.source = 0;
    trials[name].push_back(key);
  }
  return trials;
}

/// The rows that two tables share, by the number of the later and of the earlier one.
using Shared = std::map<std::pair<int, int>, SharedRows>;

void join(AgentLog& log, const std::vector<TrialKey>& parts, Shared& shared) {
  JoinedTrial joined(log, parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i)
    joined.add(parts[i].source, log.trials.trials().at(parts[i]),
               shared[{parts[i].source, parts.front().source}]);
  for (std::size_t i = 1; i < parts.size(); ++i)
    log.trials.join_parts(parts.front(), joined.trial(), parts[i]);
}

void note_shared(const AgentLog& log, const Shared& shared, std::vector<std::string>& warnings) {
  for (const auto& [tables, rows] : shared) {
    const std::string& later = log.file(tables.first).path;
    const std::string& earlier = log.file(tables.second).path;
    if (rows.equal > 0)
      warnings.push_back(fmt::format("{}: agent {}: {} in {}, too, and {} once", later, log.agent,
                                     counted(rows.equal, "row is", "rows are"), earlier,
                                     rows.equal == 1 ? "counts" : "count"));
    if (rows.different > 0)
      warnings.push_back(fmt::format("{}: agent {}: {} tasks of {}; of each task the {} row counts", later,
                                     log.agent, counted(rows.different, "row repeats", "rows repeat"),
                                     earlier,
                                     log.trials.conventions().repeats == Repeats::kFirst ? "first" : "last"));
  }
}

}  // namespace

void join_tables(AgentLog& log, std::vector<std::string>& warnings) {
  if (log.files.size() < 2) return;
  Shared shared;
  for (const auto& [name, parts] : trials_of_tables(log.trials)) join(log, parts, shared);
  note_shared(log, shared, warnings);
}

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
  return std::ranges::all_of(log.tasks, [](const TaskMark& task) { return task.known; });
}

/// Whether these are two trials: both have the same phases and, where tasks have numbers, no gap.
bool are_two_trials(const TrialLog& uninformed, const TrialLog& informed, bool counted) {
  return has_normal(informed) == has_normal(uninformed) && has_novel(informed) == has_novel(uninformed) &&
         (counted || (is_whole(uninformed) && is_whole(informed)));
}

}  // namespace

void join_versions(AgentLog& log, bool counted) {
  const auto& trials = log.trials.trials();
  std::vector<TrialKey> both;  // by the key of the uninformed version
  for (const auto& [key, trial] : trials) {
    TrialKey uninformed = key;
    uninformed.informed = false;
    if (key.informed && key.source == log.trials.source() && trials.contains(uninformed))
      both.push_back(uninformed);
  }
  for (const TrialKey& key : both) {
    TrialKey informed = key;
    informed.informed = true;
    const TrialLog& without = trials.at(key);
    const TrialLog& with = trials.at(informed);
    if (goes_on(without, with, counted))
      log.trials.join_versions(key, counted);
    else if (!are_two_trials(without, with, counted))
      throw InputError(
          log.files.back().path, lines_of(with).first,
          fmt::format(
              "informed is 1 here and 0 in line {} of the same trial ({}): expected one value for all "
              "rows of a trial, 0 for its normal and 1 for its novel tasks, or normal and novel tasks "
              "with each value",
              lines_of(without).second, text_of(key)));
  }
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
  const LogFile& file() const { return log->file(key->source); }
};

using TableParts = std::vector<TablePart>;

TableParts parts_of(const Logs& logs) {
  TableParts parts;
  for (const auto& [agent, log] : logs)
    for (const auto& [key, trial] : log.trials.trials())
      if (log.trials.source_of(key.source).any_length && !log.file(key.source).fingerprint)
        parts.push_back({&log, &key, &trial});
  return parts;
}

/// The first difference of two trials, in words: the column and both values.
std::string difference(const TablePart& normal, const TablePart& novel) {
  const auto shown = [](const std::string& name) { return name.empty() ? "none" : '"' + name + '"'; };
  const TrialKey &here = *novel.key, &there = *normal.key;
  for (const auto& [column, ours, theirs] : {std::tuple("agent", novel.agent(), normal.agent()),
                                             {"novelty", here.novelty, there.novelty},
                                             {"scenario", here.scenario, there.scenario},
                                             {"run", novel.run(), normal.run()}})
    if (ours != theirs) return fmt::format("{0} {1} here and {0} {2}", column, shown(ours), shown(theirs));
  return fmt::format("control {} here and control {}", int{here.control}, int{there.control});
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
  if (std::ranges::all_of(parts, no_run)) return;
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
          "agent {}: {} {}: only normal tasks in {}, not measured, and only novel tasks in {}, "
          "so none can hold a false alarm: tasks of one trial need one number in the column \"trial\"",
          name.first, std::get<0>(name.second), std::get<1>(name.second), counted(count.normal, "trial"),
          count.novel));
}

}  // namespace

void check_parts(const Logs& logs, std::vector<std::string>& warnings) {
  const TableParts parts = parts_of(logs);
  TableParts normals, novels;
  std::set<std::pair<std::string, TablePart::Cell>> with_normal, with_novel;
  for (const TablePart& part : parts) {
    if (has_normal(*part.trial))
      with_normal.emplace(part.agent(), part.cell());
    else
      novels.push_back(part);
    if (has_novel(*part.trial))
      with_novel.emplace(part.agent(), part.cell());
    else
      normals.push_back(part);
  }
  refuse_empty_runs(parts);
  if (normals.empty() || novels.empty()) return;
  refuse_torn(normals, novels, [](const TablePart& part) {  // by the run
    return std::tuple(part.agent(), part.cell(), part.key->trial);
  });
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
