#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include "app/commands.h"
#include "app/events.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "jobs/recorded_plays.h"

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

  Settings settings() {
    return {
        {"records", &records, "Records, as novphy run and novphy-play write them; several with --all", "FILE",
         Also{.positional = true, .required = true}},
        {"line", &line, "The record in this line of the file (from 2)", "K", Also{.least = 2, .most = 1e9}},
        {"all", &all, "Every record of every file", Also{.excludes = {"line"}}},
        {"plan", &plan, "The plan (default: where it was when the records were made)", "PLAN"},
        assets_setting(assets),
        {"events", &events, "Writes every event of the play to this file, one JSON line each", "FILE",
         Also{.excludes = {"all"}, .writes = {{FileKind::kEvents}}}},
        quiet_setting(quiet)};
  }
};

/// A file of records, and what its plays need.
struct RecordFile {
  RecordFile(const std::string& name, const ReplayArguments& options)
      : file(name),
        reader(name, options.all ? CutLine::kError : CutLine::kSkip),
        setting(load_setting(name, reader.fingerprint(),
                             {.assets = assets_folder(options.assets), .plan = options.plan},
                             print_warning)) {}

  std::string file;
  RecordReader reader;
  RecordSetting setting;
};

/// Prints the result of playing a record again. Returns whether the play equals the recorded one.
bool print_replay(const ReplayArguments& options, const std::string& place, const Record& record,
                  const std::optional<Replay>& again) {
  if (again && !again->differences.empty()) {
    fmt::print("{}: another play: {}\n", place, fmt::join(again->differences, "; "));
    return false;
  }
  if (options.all) return true;
  if (!again)
    fmt::print("{}: nothing was played ({})\n", place, record.end);
  else
    fmt::print("{}: the same play: {}, score {}, digest {}\n", place, record.end, record.score,
               record.digest);
  return true;
}

void replay_one(const ReplayArguments& options) {
  if (options.records.size() > 1)
    throw InputError("--line", "expected one file of records, found several; --all takes several");
  RecordFile from(options.records.front(), options);
  const int line = *options.line;
  const Record record = record_at(from.reader, from.file, line);
  const auto again = replay_of(from.setting, record, from.file, line, !options.events.empty());
  if (again && !options.events.empty())
    write_file(options.events,
               event_lines(task_of(from.setting, record, from.file, line), again->outcome.events));
  if (!print_replay(options, fmt::format("{}:{}", from.file, line), record, again)) throw ExitCode{1};
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
    novphy::replay_all(from.setting, from.reader, file, [&](const Record& record, int at, const auto& again) {
      ++replayed;
      if (!print_replay(options, fmt::format("{}:{}", file, at), record, again)) ++different;
      line.add();
    });
  }
  fmt::print("{} records, {} of them another play\n", replayed, different);
  if (different > 0) throw ExitCode{1};
}

void run_replay(ReplayArguments& options) {
  if (!options.line && !options.all) throw InputError("", "--line or --all is required");
  options.all ? replay_all(options) : replay_one(options);
}

}  // namespace

void add_replay(Command& program) {
  add_job(program,
          {"replay", "Plays recorded shots again and compares the results", kResultsGroup,
           "novphy replay records.jsonl --all"},
          job_of(run_replay));
}

}  // namespace novphy::app
