#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "evaluator/playdata.h"
#include "evaluator/record_io.h"
#include "evaluator/tables.h"

namespace novphy::app {
namespace {

struct Options {
  std::vector<std::string> files;
  Conventions conventions;
  bool at_least = false;
  bool csv = false;
  bool json = false;
  std::string out = "-";
};

/// What the files of one agent hold.
struct Log {
  explicit Log(const AlarmRule& rule) : trials(rule) {}

  TrialLogs trials;
  std::vector<std::string> files;
  int cut_lines = 0;
  std::optional<Fingerprint> first;  ///< of the first file of records
};

using Logs = std::map<std::string, Log>;

void add(Log& log, const Record& record, const std::string& file, long line) {
  try {
    log.trials.add(record);
  } catch (const std::invalid_argument& error) {
    throw RecordError(file, line, error.what());
  }
}

/// Files of one agent are pooled, but their numbers should come from the same world.
void note_differences(const Log& log, const Fingerprint& fingerprint, const std::string& file) {
  const auto note = [&](std::string_view what, bool differs) {
    if (differs)
      fmt::print(stderr, "warning: {}: pooled with {}, which has another {}\n", file, log.files.front(),
                 what);
  };
  note("catalogue", fingerprint.catalogue_hash != log.first->catalogue_hash);
  note("physics", fingerprint.physics_hash != log.first->physics_hash);
  note("detector", fingerprint.detector != log.first->detector);
  note("use of developer labels", fingerprint.labels != log.first->labels);
}

Log& log_of(Logs& logs, const std::string& agent, const Conventions& conventions) {
  return logs.try_emplace(agent, conventions.alarm).first->second;
}

void read_records(const std::string& file, const Conventions& conventions, Logs& logs) {
  RecordReader reader(file, CutLine::kSkip);
  Log& log = log_of(logs, reader.fingerprint().agent, conventions);
  if (!log.first) log.first = reader.fingerprint();
  log.files.push_back(file);
  note_differences(log, reader.fingerprint(), file);
  while (const auto record = reader.next()) add(log, *record, file, reader.line());
  log.cut_lines += reader.cut_lines();
  if (reader.cut_lines() > 0) fmt::print(stderr, "warning: {}: the last line is cut off, skipped\n", file);
  log.trials.next_source();
}

void read_players(const std::string& file, const Conventions& conventions, Logs& logs) {
  Log& log = log_of(logs, "people", conventions);
  log.files.push_back(file);
  for (const Record& record : read_playdata(file)) add(log, record, file, 0);
  log.trials.next_source();
}

/// A file given twice would count its trials twice.
void check_distinct(const std::vector<std::string>& files) {
  std::set<std::filesystem::path> seen;
  for (const std::string& file : files)
    if (!seen.insert(std::filesystem::weakly_canonical(file)).second)
      throw RecordError(file, 0, "given twice");
}

Logs read_all(const Options& options) {
  check_distinct(options.files);
  Logs logs;
  for (const std::string& file : options.files)
    is_playdata(file) ? read_players(file, options.conventions, logs)
                      : read_records(file, options.conventions, logs);
  return logs;
}

std::string text_of(const Options& options, const std::vector<AgentMeasures>& agents) {
  if (options.csv) return csv_tables(agents);
  if (options.json) return json_tables(agents);
  std::string text;
  for (const AgentMeasures& agent : agents) text += (text.empty() ? "" : "\n\n") + text_tables(agent);
  return text;
}

void run_measure(Options options) {
  if (options.at_least) options.conventions.alarm.comparator = Comparator::kAtLeast;
  std::vector<AgentMeasures> agents;
  for (const auto& [agent, log] : read_all(options))
    agents.push_back({agent, log.files, log.cut_lines, measure(log.trials, options.conventions)});
  write_file(options.out, text_of(options, agents));
}

}  // namespace

void add_measure(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App& command =
      *app.add_subcommand("measure",
                          "Prints CDT, DD, AP, AUS of each novelty-scenario, NPS and SPN; files "
                          "of the same agent are pooled");
  command.add_option("files", options->files, "Records of novphy run, or NovPhy's play data of people (CSV)")
      ->type_name("FILE")
      ->required();
  command.add_option("--m", options->conventions.m,
                     "How many of the last novel tasks AP looks at; default: half of them, rounded up");
  command
      .add_option("--threshold", options->conventions.alarm.threshold,
                  "A novelty probability above it is an alarm, where records hold no alarm")
      ->check(between(0, 1))
      ->capture_default_str();
  command.add_flag("--at-least", options->at_least, "A probability at the threshold is an alarm too");
  CLI::Option* csv = command.add_flag("--csv", options->csv, "One CSV table, in full precision");
  command.add_flag("--json", options->json, "Everything as JSON, in full precision")->excludes(csv);
  command.add_option("--out", options->out, "Where to write; - is the standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command.callback([options] { run_measure(*options); });
}

}  // namespace novphy::app
