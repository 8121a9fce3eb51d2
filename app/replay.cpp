#include "trials/replay.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/events.h"
#include "app/job.h"
#include "app/progress_line.h"
#include "app/recorded_run.h"
#include "base/input_error.h"
#include "evaluator/trial_log.h"

namespace novphy::app {
namespace {

struct ReplayArguments {
  std::vector<std::string> records{};
  std::string assets{};
  std::string plan{};
  std::optional<int> line{};
  bool all = false;
  std::string events{};
  bool quiet = false;

  Settings settings();
};

Settings ReplayArguments::settings() {
  return {{.name = "records",
           .value = &records,
           .help = "Records, as novphy run and novphy-play write them; several with --all",
           .word = "FILE",
           .positional = true,
           .required = true},
          {.name = "line",
           .value = &line,
           .help = "The record in this line of the file (from 2)",
           .word = "K",
           .least = 2,
           .most = 1e9},
          {.name = "all", .value = &all, .help = "Every record of every file", .excludes = {"line"}},
          {.name = "plan",
           .value = &plan,
           .help = "The plan (default: where it was when the records were made)",
           .word = "PLAN"},
          assets_setting(assets),
          {.name = "events",
           .value = &events,
           .help = "Writes every event of the play to this file, one JSON line each",
           .word = "FILE",
           .excludes = {"all"},
           .writes = {{FileKind::kEvents}}},
          quiet_setting(quiet)};
}

/// A file of records, and what its plays need.
struct RecordFile {
  RecordFile(const std::string& name, const ReplayArguments& options)
      : file(name),
        reader(name, options.all ? CutLine::kError : CutLine::kSkip),
        setting(load_setting(name, reader.fingerprint(), {.assets = options.assets, .plan = options.plan})) {}

  std::string file;
  RecordReader reader;
  RecordSetting setting;
};

/// Replays one record and prints the result. Returns whether the play equals the recorded one.
bool replay_line(const ReplayArguments& options, const RecordFile& from, const Record& record, int line) {
  if (record.digest.empty()) {
    if (!options.all) fmt::print("{}:{}: nothing was played ({})\n", from.file, line, record.end);
    return true;
  }
  const RecordSetting& setting = from.setting;
  const Task task = task_of(setting, record, from.file, line);
  const bool log_events = !options.events.empty();
  const Replay again = replay(record, task, setting.assets.catalogue, setting.physics, log_events);
  if (log_events) write_file(options.events, event_lines(task, again.outcome.events));
  if (again.differences.empty()) {
    if (!options.all)
      fmt::print("{}:{}: the same play: {}, score {}, digest {}\n", from.file, line, record.end, record.score,
                 record.digest);
    return true;
  }
  fmt::print("{}:{}: another play: {}\n", from.file, line, fmt::join(again.differences, "; "));
  return false;
}

void replay_one(const ReplayArguments& options) {
  if (options.records.size() > 1)
    throw InputError("--line", "expected one file of records, found several; --all takes several");
  RecordFile from(options.records.front(), options);
  const Record record = record_at(from.reader, from.file, *options.line);
  if (!replay_line(options, from, record, *options.line)) throw ExitCode{1};
}

/// Throws InputError for a second record of the same task.
void add_once(TrialLogs& seen, const Record& record, const std::string& file, int line) {
  try {
    seen.add(record);
  } catch (const std::invalid_argument& error) {
    throw InputError(file, line, error.what());
  }
}

/// The number of records of all files: one for each line after the first. A pipe counts as none, because it
/// can be read only once.
std::size_t records_in(const std::vector<std::string>& files) {
  std::size_t records = 0;
  for (const std::string& file : files) {
    if (!std::filesystem::is_regular_file(file)) continue;
    std::ifstream stream(file);
    const auto lines = std::count(std::istreambuf_iterator<char>(stream), {}, '\n');
    if (lines > 0) records += static_cast<std::size_t>(lines - 1);
  }
  return records;
}

void replay_all(const ReplayArguments& options) {
  long replayed = 0;
  long different = 0;
  ProgressLine line("replay", "records", options.quiet);
  line.begin(records_in(options.records));
  for (const std::string& file : options.records) {
    RecordFile from(file, options);
    TrialLogs seen;
    while (const auto record = from.reader.next()) {
      add_once(seen, *record, file, from.reader.line());
      ++replayed;
      if (!replay_line(options, from, *record, from.reader.line())) ++different;
      line.add();
    }
  }
  fmt::print("{} records, {} of them another play\n", replayed, different);
  if (different > 0) throw ExitCode{1};
}

void run_replay(ReplayArguments& options) {
  if (!options.line && !options.all) throw InputError("", "--line or --all is required");
  options.all ? replay_all(options) : replay_one(options);
}

}  // namespace

void add_replay(CLI::App& app) {
  add_job(app,
          {.name = "replay",
           .what = "Plays recorded shots again and compares the results",
           .group = kResultsGroup,
           .examples = "novphy replay records.jsonl --all"},
          job_of(run_replay));
}

}  // namespace novphy::app
