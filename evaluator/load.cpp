#include "evaluator/load.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "base/parallel.h"
#include "evaluator/input/csv.h"
#include "evaluator/input/detections_csv.h"
#include "evaluator/input/distinct_files.h"
#include "evaluator/input/playdata.h"
#include "evaluator/input/results_csv.h"
#include "evaluator/input/source.h"
#include "evaluator/pooling.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

/// Throws for a negative score where scores are measured, because many measures are ratios of them.
void check_score(double score, const Conventions& conventions) {
  if (score < 0 && conventions.performance == Performance::kScore)
    throw std::invalid_argument(
        fmt::format("score: found {}, expected 0 or more with --performance score: NRP, M3, OPTI and others "
                    "are ratios, which mean nothing of negative numbers",
                    score));
}

void add(AgentLog& log, const Record& record, const std::string& file, int line,
         std::optional<double> score = {}) {
  try {
    check_score(score.value_or(record.score), log.trials.conventions());
    log.trials.add(record, score);
  } catch (const std::invalid_argument& error) {
    throw InputError(file, line, error.what());
  }
}

/// All trials and calibration runs, of the first task on.
int begun_trials(const TrialLogs& logs) {
  return static_cast<int>(logs.trials().size() + logs.calibration().size());
}

void read_records(const std::string& file, AgentLog& log, std::vector<std::string>& warnings) {
  RecordReader reader(file, CutLine::kSkip);
  const int before = begun_trials(log.trials);
  if (is_human(reader.fingerprint())) log.trials.set_of_people();
  log.trials.next_source(reader.fingerprint().plan_hash);
  log.trials.set_planned_novel(reader.fingerprint().planned_novel);
  log.files.push_back({file, reader.fingerprint(), 0});
  check_pooled(log, warnings);
  while (const auto record = reader.next()) add(log, *record, file, reader.line());
  log.files.back().cut_lines = reader.cut_lines();
  const int there = begun_trials(log.trials) - before;
  if (there == 0)
    warnings.push_back(
        fmt::format("{}: no record of a trial, expected a line for each task after the first line", file));
  const int planned = reader.fingerprint().planned_trials;
  if (there > 0 && there < planned)
    warnings.push_back(fmt::format("{}: {} of {} trials are there", file, there, planned));
  if (reader.cut_lines() > 0) warnings.push_back(fmt::format("{}: the last line is cut off, skipped", file));
}

void read_csv(const Source& source, AgentLog& log, const LoadOptions& options,
              std::vector<std::string>& warnings) {
  // Each person's file counts as a plan of its own: no two people played the same tasks in the same order.
  // All detections count as one plan, so that agents of one experiment can be compared.
  const bool people = source.kind == SourceKind::kPerson;
  log.trials.next_source(people ? "play data of " + source.file : "detections");
  log.files.push_back({source.file, {}, 0});
  if (!people) {
    read_detections_csv(source.file, options.detection_novel_tasks,
                        [&](const Record& record, int line) { add(log, record, source.file, line); });
    return;
  }
  log.trials.set_of_people();
  for (const Record& record : read_playdata(source.file, 0, &warnings)) add(log, record, source.file, 0);
}

using Logs = std::map<std::string, AgentLog>;

AgentLog& log_of(Logs& logs, const std::string& agent, const Conventions& conventions) {
  return logs.try_emplace(agent, AgentLog{agent, {}, TrialLogs(conventions)}).first->second;
}

/// The number of novel tasks that most of these trials have. Empty where no number is that of most.
std::optional<int> usual_length(const std::map<int, int>& lengths) {
  std::map<int, int> trials_of_length;
  for (const auto& [trial, length] : lengths) ++trials_of_length[length];
  for (const auto& [length, trials] : trials_of_length)
    if (2 * static_cast<std::size_t>(trials) > lengths.size() && trials > 1) return length;
  return std::nullopt;
}

/// Warns of the first trial of the agent's last file that has other than the usual number of novel tasks.
/// Where a table does not number the tasks, nothing else tells a row that stands twice from a task more.
void note_odd_length(const AgentLog& log, std::vector<std::string>& warnings) {
  const int source = static_cast<int>(log.files.size());
  std::map<std::pair<std::string, std::string>, std::map<int, int>> cells;
  for (const auto& [key, trial] : log.trials.trials())
    if (key.source == source && !key.control)
      cells[{key.novelty, key.scenario}][key.trial] = novel_tasks(trial);
  for (const auto& [cell, lengths] : cells) {
    const auto usual = usual_length(lengths);
    const auto odd = std::find_if(lengths.begin(), lengths.end(),
                                  [&](const auto& trial) { return usual && trial.second != *usual; });
    if (odd == lengths.end()) continue;
    warnings.push_back(fmt::format(
        "{}: {} {}, trial {} of {} has {} novel tasks, most trials have {}: a row may stand twice or be "
        "missing (a column \"task\" would tell)",
        log.files.back().path, cell.first, cell.second, odd->first, log.agent, odd->second, *usual));
    return;
  }
}

void read_results(const std::string& file, const Conventions& conventions, Logs& logs,
                  std::vector<std::string>& warnings) {
  std::set<std::string> agents;
  read_results_csv(file, [&](const ResultRow& row, int line) {
    AgentLog& log = log_of(logs, row.agent, conventions);
    if (agents.insert(row.agent).second) {
      log.trials.next_source("results", true);
      log.files.push_back({file, {}, 0});
    }
    add(log, row.record, file, line, row.score);
  });
  if (csv_has_columns(file, {"task"})) return;
  for (const std::string& agent : agents) note_odd_length(logs.at(agent), warnings);
}

/// The files of one agent, in the order given.
struct Job {
  AgentLog* log = nullptr;
  Sources sources;
  std::vector<std::string> warnings;

  void run(const LoadOptions& options) {
    for (const Source& source : sources)
      source.kind == SourceKind::kRecords ? read_records(source.file, *log, warnings)
                                          : read_csv(source, *log, options, warnings);
    note_plans(*log, warnings);
  }
};

/// Throws where no file holds a normal or novel task.
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
  for (const Source& table : by_agent[""]) read_results(table.file, conventions, logs, loaded.warnings);
  for (Job& job : jobs)
    loaded.warnings.insert(loaded.warnings.end(), job.warnings.begin(), job.warnings.end());
  for (auto& [name, log] : logs) loaded.agents.push_back(std::move(log));
  check_any_trial(loaded, files);
  return loaded;
}

}  // namespace novphy
