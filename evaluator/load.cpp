#include "evaluator/load.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>

#include "base/parallel.h"
#include "evaluator/input/detections_csv.h"
#include "evaluator/input/playdata.h"
#include "evaluator/input/results_csv.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

constexpr std::string_view kHuman = "human:";

enum class Kind { kRecords, kPerson, kDetections, kResults };

struct Source {
  std::string file;
  Kind kind = Kind::kRecords;
  std::string agent;  ///< "" for a table of results, which may hold several
};

bool is_human(const Fingerprint& print) { return print.agent.starts_with(kHuman); }

std::string agent_of_records(const std::string& file, const LoadOptions& options) {
  const Fingerprint print = RecordReader(file).fingerprint();
  return is_human(print) && !options.each_person ? "human" : shown_name(print);
}

/// The file's name without its ending. Where several files share the name, as P01/playdata.csv and
/// P02/playdata.csv do, the file's path.
std::string person_of(const std::string& file, std::span<const std::string> files) {
  const auto stem = [](const std::string& path) { return std::filesystem::path(path).stem().string(); };
  const auto same = [&](const std::string& other) { return stem(other) == stem(file); };
  return std::count_if(files.begin(), files.end(), same) > 1 ? file : stem(file);
}

Source source_of(const std::string& file, std::span<const std::string> files, const LoadOptions& options) {
  if (is_playdata(file))
    return {file, Kind::kPerson, options.each_person ? "people:" + person_of(file, files) : "people"};
  if (is_detections_csv(file)) return {file, Kind::kDetections, agent_of_detections(file)};
  if (is_results_csv(file)) return {file, Kind::kResults, ""};
  return {file, Kind::kRecords, agent_of_records(file, options)};
}

void add(AgentLog& log, const Record& record, const std::string& file, int line,
         std::optional<double> score = {}) {
  try {
    log.trials.add(record, score);
  } catch (const std::invalid_argument& error) {
    throw InputError(file, line, error.what());
  }
}

/// The agent's first file that has a fingerprint.
const LogFile& first_records(const AgentLog& log) {
  return *std::find_if(log.files.begin(), log.files.end(),
                       [](const LogFile& file) { return file.fingerprint.has_value(); });
}

/// Throws where the last file has the name of the agent's first file, but is of another agent.
void check_agent(const AgentLog& log) {
  const LogFile& first = first_records(log);
  const LogFile& last = log.files.back();
  if (first.fingerprint->agent == last.fingerprint->agent) return;
  if (is_human(*first.fingerprint) && is_human(*last.fingerprint)) return;
  throw InputError(
      last.path, 1,
      fmt::format("the name \"{}\" is that of the agent \"{}\" here, and of the agent \"{}\" in {}: "
                  "expected one agent for each name",
                  log.agent, last.fingerprint->agent, first.fingerprint->agent, first.path));
}

/// Warns where a file was made with other numbers, another detector or another use of labels than the agent's
/// first file. The files are put together nevertheless.
void note_differences(const AgentLog& log, std::vector<std::string>& warnings) {
  const LogFile& first = first_records(log);
  const LogFile& last = log.files.back();
  const auto note = [&](std::string_view what, bool differs) {
    if (differs)
      warnings.push_back(
          fmt::format("{}: pooled with {}, which has another {}", last.path, first.path, what));
  };
  note("catalogue", last.fingerprint->catalogue_hash != first.fingerprint->catalogue_hash);
  note("physics", last.fingerprint->physics_hash != first.fingerprint->physics_hash);
  note("detector", last.fingerprint->detector != first.fingerprint->detector);
  const bool known = !first.fingerprint->agent_files.empty() && !last.fingerprint->agent_files.empty();
  note("program of the agent", known && last.fingerprint->agent_files != first.fingerprint->agent_files);
  note("use of developer labels", last.fingerprint->labels != first.fingerprint->labels);
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
  check_agent(log);
  note_differences(log, warnings);
  while (const auto record = reader.next()) add(log, *record, file, reader.line());
  log.files.back().cut_lines = reader.cut_lines();
  const int there = begun_trials(log.trials) - before;
  const int planned = reader.fingerprint().planned_trials;
  if (there < planned) warnings.push_back(fmt::format("{}: {} of {} trials are there", file, there, planned));
  if (reader.cut_lines() > 0) warnings.push_back(fmt::format("{}: the last line is cut off, skipped", file));
}

void read_csv(const Source& source, AgentLog& log, const LoadOptions& options) {
  // Each person's file counts as a plan of its own: no two people played the same tasks in the same order.
  // All detections count as one plan, so that agents of one experiment can be compared.
  const bool people = source.kind == Kind::kPerson;
  log.trials.next_source(people ? "play data of " + source.file : "detections");
  log.files.push_back({source.file, {}, 0});
  if (!people) {
    read_detections_csv(source.file, options.detection_novel_tasks,
                        [&](const Record& record, int line) { add(log, record, source.file, line); });
    return;
  }
  log.trials.set_of_people();
  for (const Record& record : read_playdata(source.file)) add(log, record, source.file, 0);
}

using Logs = std::map<std::string, AgentLog>;

AgentLog& log_of(Logs& logs, const std::string& agent, const Conventions& conventions) {
  return logs.try_emplace(agent, AgentLog{agent, {}, TrialLogs(conventions)}).first->second;
}

void read_results(const std::string& file, const Conventions& conventions, Logs& logs) {
  std::set<std::string> agents;
  read_results_csv(file, [&](const ResultRow& row, int line) {
    AgentLog& log = log_of(logs, row.agent, conventions);
    if (agents.insert(row.agent).second) {
      log.trials.next_source("results", true);
      log.files.push_back({file, {}, 0});
    }
    add(log, row.record, file, line, row.score);
  });
}

/// The files of one agent, in the order given.
struct Job {
  AgentLog* log = nullptr;
  std::vector<Source> sources;
  std::vector<std::string> warnings;

  void run(const LoadOptions& options) {
    for (const Source& source : sources)
      source.kind == Kind::kRecords ? read_records(source.file, *log, warnings)
                                    : read_csv(source, *log, options);
  }
};

/// Why the file does not count; "" where the file counts. Play data of a study do not say it; the records
/// beside them do.
std::string left_out(const Source& source) {
  if (source.kind == Kind::kRecords) return RecordReader(source.file).fingerprint().left_out;
  if (source.kind != Kind::kPerson) return "";
  const auto records = std::filesystem::path(source.file).parent_path() / "records.jsonl";
  return std::filesystem::exists(records) ? RecordReader(records.string()).fingerprint().left_out : "";
}

/// Throws where a file is given twice, because its trials would count twice.
void check_distinct(std::span<const std::string> files) {
  std::set<std::filesystem::path> seen;
  for (const std::string& file : files)
    if (!seen.insert(std::filesystem::weakly_canonical(file)).second)
      throw InputError(file, 0, "given twice");
}

}  // namespace

Loaded load(std::span<const std::string> files, const Conventions& conventions, const LoadOptions& options) {
  check_distinct(files);
  Loaded loaded;
  std::map<std::string, std::vector<Source>> by_agent;
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
  Logs logs;
  std::vector<Job> jobs;
  for (const auto& [agent, sources] : by_agent)
    if (!agent.empty()) jobs.push_back({&log_of(logs, agent, conventions), sources, {}});
  parallel_for(jobs.size(), conventions.threads, [&](std::size_t i) { jobs[i].run(options); });
  for (const Source& table : by_agent[""]) read_results(table.file, conventions, logs);
  for (Job& job : jobs)
    loaded.warnings.insert(loaded.warnings.end(), job.warnings.begin(), job.warnings.end());
  for (auto& [name, log] : logs) loaded.agents.push_back(std::move(log));
  return loaded;
}

}  // namespace novphy
