#include "evaluator/load.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "base/input_error.h"
#include "base/parallel.h"
#include "evaluator/input/csv.h"
#include "evaluator/input/detections_csv.h"
#include "evaluator/input/joined_tables.h"
#include "evaluator/input/playdata.h"
#include "evaluator/input/results_csv.h"
#include "evaluator/input/run_tasks.h"
#include "evaluator/input/source.h"
#include "evaluator/input/table_trials.h"
#include "evaluator/load_notes.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

/// Throws for a negative score if scores are measured, because many measures are ratios of scores.
void check_score(double score, const Conventions& conventions) {
  if (score < 0 && conventions.performance == Performance::kScore)
    throw std::invalid_argument(
        fmt::format("score: found {}, expected 0 or more with --performance score: NRP, M3, OPTI and others "
                    "are ratios, which mean nothing of negative numbers",
                    score));
}

/// Adds a record or a row by this function. Its errors get the file and the line.
template <class Add>
void add_at(const std::string& file, int line, const Add& add) try {
  add();
} catch (const RepeatedTask& error) {
  throw InputError(file, line,
                   fmt::format("{}: expected each task once, or --repeats first or last", error.what()));
} catch (const std::invalid_argument& error) {
  throw InputError(file, line, error.what());
}

void add_level(AgentLog& log, const Record& record) {
  if (log.trials.repeated().records > 0)
    throw std::invalid_argument("a level is there twice: expected each task once, --repeats is for trials");
  const auto& fingerprint = log.files.back().fingerprint;
  log.levels.push_back(level_play(record, fingerprint ? fingerprint->run : ""));
}

void add(AgentLog& log, const Record& record, std::optional<int> shots, const std::string& file, int line) {
  add_at(file, line, [&] {
    check_score(record.score, log.trials.conventions());
    log.trials.add(record, line, shots);
    if (is_level_play(record)) add_level(log, record);
  });
}

/// Adds a record of a file unless an earlier file of the run holds it, too.
void add_once(AgentLog& log, RunTasks& run, const Record& record, const std::string& file, int line) {
  bool is_new = true;
  add_at(file, line, [&] { is_new = run.add(record, line); });
  if (!is_new) return;
  log.trials.go_on_in(run.source_of(record));
  add(log, record, thrown_shots(record), file, line);
}

void add_row(AgentLog& log, const ResultRow& row, const std::string& file, int line,
             const ColumnNames& chosen) {
  add_at(file, line, [&] {
    check_score(row.score.value_or(0), log.trials.conventions());
    try {
      log.trials.add_row(row.record, row.score, line, row.shots);
    } catch (const RepeatedTask& error) {
      throw RepeatedTask(ResultsColumns(csv_header(file), chosen).explained(error.what()));
    }
  });
}

/// All trials and calibration runs of which at least one task was played.
int begun_trials(const TrialLogs& logs) {
  return static_cast<int>(logs.trials().size() + logs.calibration().size());
}

/// Warns of what the agent's last file, a file of records, lacks or has in common with others.
void note_content(const AgentLog& log, const RunTasks& run, int trials, std::vector<std::string>& warnings) {
  const LogFile& file = log.files.back();
  const auto warn = [&](const std::string& what) {
    warnings.push_back(fmt::format("{}: {}", file.path, what));
  };
  if (run.shared() > 0)
    warn(fmt::format("{} records are in {}, too, and count once", run.shared(), run.shared_with()));
  else if (trials == 0)
    warn("no record of a trial, expected a line for each task after the first line");
  const int planned = file.fingerprint->planned_trials;
  if (run.shared() == 0 && trials > 0 && trials < planned)
    warn(fmt::format("{} of {} trials are there", trials, planned));
  if (file.cut_lines > 0) warn("the last line is cut off, skipped");
}

void read_records(const std::string& file, AgentLog& log, RunTasks& run, std::vector<std::string>& warnings) {
  RecordReader reader(file, CutLine::kSkip);
  const int before = begun_trials(log.trials);
  if (is_human(reader.fingerprint())) log.trials.set_of_people();
  log.trials.next_source(reader.fingerprint().plan_hash, reader.fingerprint().novel_varies);
  log.trials.set_run(reader.fingerprint().run);
  log.trials.set_planned_novel(reader.fingerprint().planned_novel);
  log.files.push_back({file, reader.fingerprint(), 0});
  check_pooled(log, warnings);
  run.next_file(file, reader.fingerprint(), log.trials.source());
  while (const auto record = reader.next()) add_once(log, run, *record, file, reader.line());
  log.files.back().cut_lines = reader.cut_lines();
  note_content(log, run, begun_trials(log.trials) - before, warnings);
  note_repeated(log, warnings);
}

void read_csv(const Source& source, AgentLog& log, const LoadOptions& options,
              std::vector<std::string>& warnings) {
  // Each person's file counts as a plan of its own, because no two people played the same tasks in the same
  // order. All detections count as one plan, so that agents of one experiment can be compared (--paired).
  const bool people = source.kind == SourceKind::kPerson;
  log.trials.next_source(people ? "play data of " + source.file : "detections");
  if (!people) log.trials.set_numbered();
  log.files.push_back({source.file, {}, 0});
  if (!people) {
    read_detections_csv(source.file, options.detection_novel_tasks,
                        [&](const Record& record, int line) { add(log, record, {}, source.file, line); });
    return;
  }
  log.trials.set_of_people();
  const Repeats repeats = log.trials.conventions().repeats;
  for (const PersonTask& task : read_person_tasks(source.file, 0, &warnings, repeats))
    add(log, task.record, task.shots, source.file, 0);
}

using Logs = std::map<std::string, AgentLog>;

AgentLog& log_of(Logs& logs, const std::string& agent, const Conventions& conventions) {
  return logs.try_emplace(agent, AgentLog{agent, {}, TrialLogs(conventions)}).first->second;
}

/// The numbers of novel tasks of a cell's trials, by number and training.
using Lengths = std::map<std::pair<int, int>, int>;

/// The number of novel tasks that most of these trials have. Empty if no number belongs to most of them.
std::optional<int> usual_length(const Lengths& lengths) {
  std::map<int, int> trials_of_length;
  for (const auto& [trial, length] : lengths) ++trials_of_length[length];
  for (const auto& [length, trials] : trials_of_length)
    if (2 * static_cast<std::size_t>(trials) > lengths.size() && trials > 1) return length;
  return std::nullopt;
}

/// Warns of the first trial of the agent's last file with an unusual number of novel tasks. If a table does
/// not number the tasks, nothing else tells a repeated row from an additional task.
void note_odd_length(const AgentLog& log, std::vector<std::string>& warnings) {
  const int source = static_cast<int>(log.files.size());
  std::map<std::pair<std::string, std::string>, Lengths> cells;
  for (const auto& [key, trial] : log.trials.trials())
    if (key.source == source && !key.control)
      cells[{key.novelty, key.scenario}][{key.trial, key.run}] = novel_tasks(trial);
  for (const auto& [cell, lengths] : cells) {
    const auto usual = usual_length(lengths);
    const auto odd = std::find_if(lengths.begin(), lengths.end(),
                                  [&](const auto& trial) { return usual && trial.second != *usual; });
    if (odd == lengths.end()) continue;
    warnings.push_back(fmt::format(
        "{}: {} {}, trial {} of {} has {} novel tasks, most trials have {}: a row may stand twice or be "
        "missing (a column \"task\" would tell)",
        log.files.back().path, cell.first, cell.second, odd->first.first, log.agent, odd->second, *usual));
    return;
  }
}

/// Settles what can be known only after the last row.
void check_trials(const std::string& file, AgentLog& log, bool counted) {
  if (!counted) log.trials.count_tasks_from_zero();
  if (const auto found = join_versions(log.trials, counted)) throw InputError(file, found->line, found->text);
}

void note_used(const ResultsColumns& columns, const ColumnNames& chosen, std::set<std::string>& used) {
  for (const auto& [ours, theirs] : chosen)
    if (columns.has(ours) && in_small_letters(columns.theirs(ours)) == in_small_letters(theirs))
      used.insert(ours);
}

void read_results(const std::string& file, const LoadOptions& options, const Conventions& conventions,
                  Logs& logs, std::set<std::string>& used, std::vector<std::string>& warnings) {
  RowsOfAgents agents;
  const auto visit = [&](const ResultRow& row, int line) {
    AgentLog& log = log_of(logs, row.agent, conventions);
    RowCounts& counts = agents[row.agent];
    if (!row.says_novelty && !row.record.informed) ++counts.silent;
    if (++counts.rows == 1) {
      log.trials.next_source("results", true);
      log.trials.set_numbered();
      log.files.push_back({file, {}, 0});
    }
    log.trials.set_run(row.run);
    add_row(log, row, file, line, options.columns);
  };
  const ResultsTable table = read_results_csv(file, visit, {options.columns, conventions.repeats});
  note_used(table.columns, options.columns, used);
  note_columns(file, table.columns, warnings);
  note_results(file, table, agents, conventions, warnings);
  const bool counted = !table.columns.has("task");
  for (const auto& [agent, counts] : agents) {
    AgentLog& log = logs.at(agent);
    check_trials(file, log, counted);
    note_repeated(log, warnings);
    if (counted) note_odd_length(log, warnings);
  }
}

/// The files of one agent, in the order given.
struct Job {
  AgentLog* log = nullptr;
  Sources sources;
  std::vector<std::string> warnings;

  void run(const LoadOptions& options) {
    RunTasks run(sources);
    for (const Source& source : sources)
      source.kind == SourceKind::kRecords ? read_records(source.file, *log, run, warnings)
                                          : read_csv(source, *log, options, warnings);
    note_plans(*log, warnings);
  }
};

/// Reads the tables of results. Throws if the user chose a column that none of them has.
void read_tables(const Sources& tables, const LoadOptions& options, const Conventions& conventions,
                 Logs& logs, std::vector<std::string>& warnings) {
  std::set<std::string> used;
  for (const Source& table : tables) read_results(table.file, options, conventions, logs, used, warnings);
  std::vector<const AgentLog*> all;
  for (auto& [agent, log] : logs) {
    join_tables(log, warnings);
    all.push_back(&log);
  }
  check_parts(all, warnings);
  for (const auto& [ours, theirs] : options.columns)
    if (!used.contains(ours))
      throw std::invalid_argument(
          fmt::format("--columns {}={}: no table of results has the column \"{}\"", ours, theirs, theirs));
}

/// Throws if no file has a normal or novel task.
void check_any_trial(const Loaded& loaded, std::span<const std::string> files) {
  const auto has_trial = [](const AgentLog& log) { return !log.trials.trials().empty(); };
  if (loaded.agents.empty() || std::any_of(loaded.agents.begin(), loaded.agents.end(), has_trial)) return;
  throw InputError(
      files.front(), 0,
      files.size() == 1
          ? "nothing to measure: expected records of normal or novel tasks"
          : "nothing to measure, nor in the other files: expected records of normal or novel tasks");
}

}  // namespace

Loaded load(std::span<const std::string> files, const Conventions& conventions, const LoadOptions& options) {
  check_distinct(files);
  check_column_names(options.columns);
  Loaded loaded;
  std::map<std::string, Sources> by_agent;
  for (const std::string& file : files) {
    const Source source = source_of(file, files, options);
    const std::string reason = options.with_left_out ? "" : left_out(source);
    if (reason.empty())
      by_agent[source.agent].push_back(source);
    else
      loaded.warnings.push_back(fmt::format("{}: left out: {}", file, reason));
  }
  if (by_agent.empty() && !loaded.warnings.empty())
    throw InputError(files.front(), "nothing is left: " + loaded.warnings.front());
  check_copies(by_agent);
  Logs logs;
  std::vector<Job> jobs;
  for (const auto& [agent, sources] : by_agent)
    if (!agent.empty()) jobs.push_back({&log_of(logs, agent, conventions), sources, {}});
  parallel_for(jobs.size(), conventions.threads, [&](std::size_t i) { jobs[i].run(options); });
  read_tables(by_agent[""], options, conventions, logs, loaded.warnings);
  for (Job& job : jobs)
    loaded.warnings.insert(loaded.warnings.end(), job.warnings.begin(), job.warnings.end());
  for (auto& [name, log] : logs) loaded.agents.push_back(std::move(log));
  check_any_trial(loaded, files);
  check_told_seeds(loaded.agents);
  return loaded;
}

}  // namespace novphy
