#include "evaluator/load.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/input_error.h"
#include "base/lists.h"
#include "base/parallel.h"
#include "base/text.h"
#include "evaluator/input/playdata.h"
#include "evaluator/input/source.h"
#include "evaluator/input/table_trials.h"
#include "evaluator/record_io.h"

namespace novphy {

namespace {

/// An agent's rows in a table.
struct RowCounts {
  int rows = 0;
  int silent = 0;  ///< uninformed, without a probability of novelty and without an alarm
};

using RowsOfAgents = std::map<std::string, RowCounts>;

/// Says how columns with names of other programs were read, and what stands for columns that are not there.
void note_columns(const std::string& file, const ResultsColumns& columns,
                  std::vector<std::string>& warnings) {
  std::string text = columns.renamed();
  const auto add = [&](bool any, std::string_view what) {
    if (any) text += (text.empty() ? "" : "; ") + std::string(what);
  };
  add(!columns.has("agent"), "the agent is called like the file (no column \"agent\")");
  add(!columns.has("scenario"), "the scenario is \"all\" (no column \"scenario\")");
  if (!text.empty()) warnings.push_back(fmt::format("{}: reads {}", file, text));
  if (!columns.left_out().empty())
    warnings.push_back(fmt::format("{}: does not read {}", file, fmt::join(columns.left_out(), "; ")));
}

/// Warns of rows that do not say whether the agent noticed the novelty.
void note_silent(const std::string& file, const ResultsTable& table, const RowsOfAgents& agents,
                 std::vector<std::string>& warnings) {
  constexpr std::string_view kMissed =
      "each trial counts as missed, as if the agent never said that the world has changed";
  if (!table.columns.has("novelty_probability") && !table.columns.has("alarm")) {
    warnings.push_back(
        fmt::format("{}: the table has no column \"novelty_probability\" or \"alarm\": {}", file, kMissed));
    return;
  }
  for (const auto& [agent, counts] : agents) {
    if (counts.silent == counts.rows)
      warnings.push_back(fmt::format("{}: agent {}: no row has a novelty probability or an alarm: {}", file,
                                     agent, kMissed));
    else if (counts.silent > 0)
      warnings.push_back(
          fmt::format("{}: agent {}: {} of {} have no novelty probability and no alarm, and "
                      "count as if the agent had said that nothing has changed",
                      file, agent, counts.silent, counted(counts.rows, "row")));
  }
}

void note_results(const std::string& file, const ResultsTable& table, const RowsOfAgents& agents,
                  const Conventions& conventions, std::vector<std::string>& warnings) {
  const bool by_pass = conventions.performance == Performance::kPass;
  if (by_pass && table.any_score && !table.any_pass)
    warnings.push_back(fmt::format(
        "{}: the table has scores and no passes, so adaptation is not measured without --performance score",
        file));
  if (!by_pass && table.any_pass && !table.any_score)
    warnings.push_back(fmt::format(
        "{}: the table has passes and no scores, so measures of scores stay empty with --performance score",
        file));
  if (!table.any_pass && !table.any_score)
    warnings.push_back(fmt::format(
        "{}: no row says whether its task was passed, or has a score, so adaptation is not measured", file));
  note_silent(file, table, agents, warnings);
}

void note_repeated(const AgentLog& log, std::vector<std::string>& warnings) {
  const RepeatedTasks& repeated = log.trials.repeated();
  if (repeated.records == 0) return;
  const bool first = log.trials.conventions().repeats == Repeats::kFirst;
  warnings.push_back(
      fmt::format("{}: agent {}: repeated tasks: {}, the first in line {} after line {}; of each task the {} "
                  "record counts",
                  log.files.back().path, log.agent, repeated.records, repeated.line, repeated.repeated,
                  first ? "first" : "last"));
}

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

void add(AgentLog& log, const Record& record, std::optional<int> shots, int line) {
  check_score(record.score, log.trials.conventions());
  log.trials.add(record, line, shots);
  if (!is_level_play(record)) return;
  if (log.trials.repeated().records > 0)
    throw std::invalid_argument("a level is there twice: expected each task once, --repeats is for trials");
  const auto& fingerprint = log.files.back().fingerprint;
  log.levels.push_back(level_play(record, fingerprint ? fingerprint->run : ""));
}

void add_row(AgentLog& log, const ResultRow& row, const std::string& file, int line,
             const ColumnNames& chosen) try {
  check_score(row.score.value_or(0), log.trials.conventions());
  log.trials.add_row(row.record, row.score, line, row.shots);
} catch (const RepeatedTask& error) {
  throw RepeatedTask(ResultsColumns(csv_header(file), chosen).explained(error.what()));
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
    warn(fmt::format("{} in {}, too, and {} once", counted(run.shared(), "record is", "records are"),
                     run.shared_with(), run.shared() == 1 ? "counts" : "count"));
  else if (trials == 0)
    warn("no record of a trial, expected a line for each task after the first line");
  const int planned = file.fingerprint->planned_trials;
  if (run.shared() == 0 && trials > 0 && trials < planned)
    warn(fmt::format("{} of {} are there", trials, counted(planned, "trial")));
  if (file.cut_lines > 0) warn("the last line is cut off, skipped");
}

void read_records(Source& source, AgentLog& log, RunTasks& run, std::vector<std::string>& warnings) {
  const std::string& file = source.file;
  RecordReader reader = source.take_records();
  const Fingerprint& print = reader.fingerprint();
  const int before = begun_trials(log.trials);
  if (is_human(print)) log.trials.set_of_people();
  log.trials.next_source({.plan = print.plan_hash,
                          .any_length = print.novel_varies,
                          .planned_novel = print.planned_novel,
                          .spans = print.novel_spans});
  log.trials.set_run(print.run);
  log.files.push_back({file, print, 0});
  check_pooled(log, warnings);
  run.next_file(file, print, log.trials.source());
  while (const auto record = reader.next())
    add_at(file, reader.line(), [&] {
      if (!run.add(*record, reader.line())) return;  // an earlier file of the run holds it, too
      log.trials.go_on_in(run.source_of(*record));
      add(log, *record, thrown_shots(*record), reader.line());
    });
  log.files.back().cut_lines = reader.cut_lines();
  note_content(log, run, begun_trials(log.trials) - before, warnings);
  note_repeated(log, warnings);
}

void read_csv(Source& source, AgentLog& log, const LoadOptions& options, std::vector<std::string>& warnings) {
  // Each person's file counts as a plan of its own, because no two people played the same tasks in the same
  // order. All detections count as one plan, so that agents of one experiment can be compared (--paired).
  const bool people = source.kind == SourceKind::kPerson;
  log.trials.next_source(
      {.plan = people ? "play data of " + source.file : "detections", .numbered = !people});
  log.files.push_back({source.file, {}, 0});
  const auto visit = [&](const Record& record, std::optional<int> shots, int line) {
    add_at(source.file, line, [&] { add(log, record, shots, line); });
  };
  if (!people) {
    read_detections_csv(source.take_table(), options.detection_novel_tasks,
                        [&](const Record& record, int line) { visit(record, {}, line); });
    return;
  }
  log.trials.set_of_people();
  const Repeats repeats = log.trials.conventions().repeats;
  for (const PersonTask& task : read_person_tasks(source.take_table(), 0, &warnings, repeats))
    visit(task.record, task.shots, 0);
}

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
    const auto odd =
        std::ranges::find_if(lengths, [&](const auto& trial) { return usual && trial.second != *usual; });
    if (odd == lengths.end()) continue;
    warnings.push_back(fmt::format(
        "{}: {} {}, trial {} of {} has {} novel tasks, most trials have {}: a row may stand twice or be "
        "missing (a column \"task\" would tell)",
        log.files.back().path, cell.first, cell.second, odd->first.first, log.agent, odd->second, *usual));
    return;
  }
}

/// Returns those of the chosen columns that the table has.
std::set<std::string> read_results(Source& source, const LoadOptions& options, const Conventions& conventions,
                                   Logs& logs, std::vector<std::string>& warnings) {
  const std::string& file = source.file;
  RowsOfAgents agents;
  const auto visit = [&](const ResultRow& row, int line) {
    AgentLog& log = log_of(logs, row.agent, conventions);
    RowCounts& counts = agents[row.agent];
    if (!row.says_novelty && !row.record.informed) ++counts.silent;
    if (++counts.rows == 1) {
      log.trials.next_source({.plan = "results", .any_length = true, .numbered = true});
      log.files.push_back({file, {}, 0});
    }
    log.trials.set_run(row.run);
    add_at(file, line, [&] { add_row(log, row, file, line, options.columns); });
  };
  const ResultsTable table =
      read_results_csv(source.take_table(), visit, {options.columns, conventions.repeats});
  std::set<std::string> used;
  for (const auto& [ours, theirs] : options.columns)
    if (table.columns.has(ours) && in_small_letters(table.columns.theirs(ours)) == in_small_letters(theirs))
      used.insert(ours);
  note_columns(file, table.columns, warnings);
  note_results(file, table, agents, conventions, warnings);
  const bool counted = !table.columns.has("task");
  for (const auto& [agent, counts] : agents) {
    AgentLog& log = logs.at(agent);
    if (!counted) log.trials.count_tasks_from_zero();
    join_versions(log, counted);
    note_repeated(log, warnings);
    if (counted) note_odd_length(log, warnings);
  }
  return used;
}

/// Warns if the agent's records come from several plans.
void note_plans(const AgentLog& log, std::vector<std::string>& warnings) {
  std::map<std::string, std::string> first_of_plan;
  for (const LogFile& file : log.files)
    if (file.fingerprint && !file.fingerprint->plan_hash.empty() && !is_human(*file.fingerprint))
      first_of_plan.try_emplace(file.fingerprint->plan_hash, file.path);
  if (first_of_plan.size() < 2) return;
  std::vector<std::string> files = map_values(first_of_plan);
  std::ranges::sort(files);
  warnings.push_back(fmt::format("agent {}: trials of {} plans are pooled, such as those of {} and {}",
                                 log.agent, files.size(), files[0], files[1]));
}

/// The files of one agent, in the order given.
struct Job {
  AgentLog* log = nullptr;
  Sources sources;
  std::vector<std::string> warnings;

  void run(const LoadOptions& options) {
    RunTasks run(sources);
    for (Source& source : sources)
      source.kind == SourceKind::kRecords ? read_records(source, *log, run, warnings)
                                          : read_csv(source, *log, options, warnings);
    note_plans(*log, warnings);
  }
};

/// Reads the tables of results. Throws if the user chose a column that none of them has.
void read_tables(Sources& tables, const LoadOptions& options, const Conventions& conventions, Logs& logs,
                 std::vector<std::string>& warnings) {
  std::set<std::string> used;
  for (Source& table : tables) used.merge(read_results(table, options, conventions, logs, warnings));
  for (auto& [agent, log] : logs) join_tables(log, warnings);
  check_parts(logs, warnings);
  for (const auto& [ours, theirs] : options.columns)
    if (!used.contains(ours))
      throw std::invalid_argument(
          fmt::format("--columns {}={}: no table of results has the column \"{}\"", ours, theirs, theirs));
}

/// Throws if no file has a normal or novel task.
void check_any_trial(const Loaded& loaded, std::span<const std::string> files) {
  const auto has_trial = [](const AgentLog& log) { return !log.trials.trials().empty(); };
  if (loaded.agents.empty() || std::ranges::any_of(loaded.agents, has_trial)) return;
  throw InputError(
      files.front(), 0,
      files.size() == 1
          ? "nothing to measure: expected records of normal or novel tasks"
          : "nothing to measure, nor in the other files: expected records of normal or novel tasks");
}

/// Throws where files of records of agents, people aside, have different versions of told seeds.
void check_told_seeds(std::span<const AgentLog> agents) {
  const LogFile* first = nullptr;
  for (const AgentLog& agent : agents)
    for (const LogFile& file : agent.files) {
      if (!file.fingerprint || is_human(*file.fingerprint)) continue;
      if (first == nullptr) first = &file;
      if (file.fingerprint->told_seeds == first->fingerprint->told_seeds) continue;
      throw InputError(
          file.path, 1,
          fmt::format("/told_seeds: found {}, but {} in {}: agents that draw from the told number play "
                      "otherwise in each version; play one of them again, or measure them apart",
                      file.fingerprint->told_seeds, first->fingerprint->told_seeds, first->path));
    }
}

}  // namespace

namespace {

constexpr std::size_t kMostOpen = 200;  // files; systems let a program open a thousand or fewer

}  // namespace

Loaded load(std::span<const std::string> files, const Conventions& conventions, const LoadOptions& options) {
  check_distinct(files);
  check_column_names(options.columns);
  Loaded loaded;
  std::map<std::string, Sources> by_agent;
  for (const std::string& file : files) {
    Source source = source_of(file, files, options);
    if (files.size() > kMostOpen) source.close();
    const std::string reason = options.with_left_out ? "" : left_out(source);
    if (reason.empty())
      by_agent[source.agent].push_back(std::move(source));
    else
      loaded.warnings.push_back(fmt::format("{}: left out: {}", file, reason));
  }
  if (by_agent.empty() && !loaded.warnings.empty())
    throw InputError(files.front(), "nothing is left: " + loaded.warnings.front());
  check_copies(by_agent);
  Logs logs;
  std::vector<Job> jobs;
  for (auto& [agent, sources] : by_agent)
    if (!agent.empty()) jobs.push_back({&log_of(logs, agent, conventions), std::move(sources), {}});
  parallel_for(jobs.size(), conventions.threads, [&](std::size_t i) { jobs[i].run(options); });
  read_tables(by_agent[""], options, conventions, logs, loaded.warnings);
  for (const Job& job : jobs) add_all(loaded.warnings, job.warnings);
  loaded.agents = map_values(std::move(logs));
  check_any_trial(loaded, files);
  check_told_seeds(loaded.agents);
  return loaded;
}

namespace {

/// A file of records of the agent.
struct Records {
  const std::string& path;
  const Fingerprint& print;
};

/// Throws if the last file has the same name as an earlier file of its training but is of another agent.
/// Trainings may differ in the words that name the agent, such as the path of its weights.
void check_agent(const std::string& name, std::span<const Records> files) {
  const Records& last = files.back();
  const Records& first =
      *std::ranges::find_if(files, [&](const Records& file) { return file.print.run == last.print.run; });
  if (first.print.agent == last.print.agent || (is_human(first.print) && is_human(last.print))) return;
  throw InputError(
      last.path, 1,
      fmt::format("the name \"{}\" is that of the agent \"{}\" here, and of the agent \"{}\" in {}: "
                  "expected one agent for each name",
                  name, last.print.agent, first.print.agent, first.path));
}

/// Warns if the last file is the first one whose training is of another agent than the first file's.
void note_agents(const std::string& name, std::span<const Records> files,
                 std::vector<std::string>& warnings) {
  const auto& [path, print] = files.back();
  const Records& first = files.front();
  const auto differs = [&](const Records& file) { return file.print.agent != first.print.agent; };
  if (is_human(print) || std::ranges::find_if(files, differs) != files.end() - 1) return;
  warnings.push_back(
      fmt::format("{}: is of the agent \"{}\", but {} is of the agent \"{}\": both count as trainings of one "
                  "agent, \"{}\"",
                  path, print.agent, first.path, first.print.agent, name));
}

/// Warns if the last file was made with other numbers, another detector or another use of labels than the
/// first file. The files are put together nevertheless.
void note_differences(std::span<const Records> files, std::vector<std::string>& warnings) {
  const Fingerprint& first = files.front().print;
  const Fingerprint& last = files.back().print;
  const auto note = [&](std::string_view what, bool differs) {
    if (differs)
      warnings.push_back(fmt::format("{}: pooled with {}, which has another {}", files.back().path,
                                     files.front().path, what));
  };
  note("catalogue", last.catalogue_hash != first.catalogue_hash);
  note("physics", last.physics_hash != first.physics_hash);
  note("detector", last.detector != first.detector);
  const bool known = !first.agent_files.empty() && !last.agent_files.empty() && first.run == last.run;
  note("program of the agent", known && last.agent_files != first.agent_files);
  note("use of developer labels", last.labels != first.labels);
}

/// Throws if an earlier file holds the same plan, but `said` says something else of it than of the last file.
template <class Said>
void check_same_plan(std::span<const Records> files, const Said& said) {
  const auto& [path, print] = files.back();
  for (const Records& file : files)
    if (!print.plan_hash.empty() && file.print.plan_hash == print.plan_hash &&
        said(file.print, "run") != said(print, "run"))
      throw InputError(path, 1,
                       fmt::format("holds {}, while {} holds {} of the same plan and agent: expected one of "
                                   "the two, or another name of the agent (novphy run --name)",
                                   said(print, "run"), file.path, said(file.print, "one")));
}

/// What must be the same in all files of an agent.
struct SameInAll {
  std::string Fingerprint::*of;
  std::string_view known;  ///< {} stands for the value
  std::string_view not_known;
};
constexpr SameInAll kSameInAll[] = {
    {&Fingerprint::served, "was played served with \"{}\"", "was played without a server"},
    {&Fingerprint::model, "was played by the model \"{}\"", "names no model"},
    {&Fingerprint::model_version, "was played by the version \"{}\" of the model",
     "names no version of the model"}};

/// Throws if in an earlier file a server let the agent play otherwise, with other tools, noise or practice,
/// or another model or version of a model played.
void check_same_player(std::span<const Records> files) {
  const Records& last = files.back();
  for (const SameInAll& part : kSameInAll) {
    const auto said = [&](const Records& file) {
      const std::string& value = file.print.*part.of;
      return value.empty() ? std::string(part.not_known)
                           : fmt::format(fmt::runtime(part.known), printable(value));
    };
    for (const Records& file : files)
      if (file.print.*part.of != last.print.*part.of)
        throw InputError(last.path, 1,
                         fmt::format("{}, while {} {}: expected the same for all files of an agent, or "
                                     "another name (--agent)",
                                     said(last), file.path, said(file)));
  }
}

}  // namespace

std::string some_of(std::span<const std::string> names) {
  const auto first = names.first(std::min<std::size_t>(names.size(), 3));
  const std::string text = fmt::format("{}", fmt::join(first, ", "));
  return names.size() == first.size() ? text
                                      : fmt::format("{} and {} more", text, names.size() - first.size());
}

void check_pooled(const AgentLog& log, std::vector<std::string>& warnings) {
  std::vector<Records> files;
  for (const LogFile& file : log.files)
    if (file.fingerprint) files.push_back({file.path, *file.fingerprint});
  check_agent(log.agent, files);
  // A run and the records that novphy detect made from it have one plan.
  check_same_plan(files, [](const Fingerprint& print, std::string_view) {
    return print.detector.empty() ? "the agent's own alarms" : "alarms of " + print.detector;
  });
  check_same_plan(files, [](const Fingerprint& print, std::string_view run) {
    return fmt::format("{} {}", print.informed ? "an informed" : "an uninformed", run);
  });
  check_same_player(files);
  note_agents(log.agent, files, warnings);
  note_differences(files, warnings);
}

}  // namespace novphy
