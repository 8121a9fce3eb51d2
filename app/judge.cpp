#include "jobs/judge.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/commands.h"
#include "app/common.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/lists.h"
#include "base/text.h"
#include "evaluator/input/csv.h"
#include "generator/checks.h"
#include "levels/level_files.h"
#include "levels/task_parts.h"

namespace novphy::app {
namespace {

constexpr std::size_t kMostNameWidth = 80;

std::vector<std::string> words_of(const JudgeRow& row, const std::vector<int>& objects) {
  return mapped(objects, [&](int object) { return row.objects[static_cast<std::size_t>(object)]; });
}

/// Metres and seconds to 1e-4: further digits say nothing.
double shortened(double value) { return std::round(value * 1e4) / 1e4; }

std::string goal_text(const JudgeRow& row) {
  const JudgedLevel& level = *row.level;
  if (level.throws == 0) return "no pig: nothing to reach";
  if (level.stillness.passes) return "passes without a shot";
  if (level.witness.empty())
    return fmt::format("none of {} wins{}", counted(level.throws, "throw"),
                       row.birds > 1 ? ", nor a sequence of throws" : "");
  if (!level.has_sequence) return "";
  return fmt::format("only a sequence wins: {}", fmt::join(shot_texts(level.witness), ", "));
}

/// The way in metres, with so many decimals that the text is on the same side of the limit as the way.
std::string way_text(double way_m) {
  std::string text;
  for (int decimals = 2; decimals <= 6; ++decimals) {
    text = fmt::format("{:.{}f}", way_m, decimals);
    if ((std::stod(text) > thresholds::kQuietM) == (way_m > thresholds::kQuietM)) break;
  }
  return text + " m";
}

std::string remark(const JudgeRow& row) {
  std::vector<std::string> parts;
  if (const std::string goal = goal_text(row); !goal.empty()) parts.push_back(goal);
  const Stillness& still = row.level->stillness;
  if (!still.fall.empty()) parts.push_back("falls: " + folded(words_of(row, still.fall)));
  if (!still.gone.empty()) parts.push_back("breaks: " + folded(words_of(row, still.gone)));
  if (!still.left.empty()) parts.push_back("leaves the world: " + folded(words_of(row, still.left)));
  if (still.moved_m > thresholds::kQuietM && still.counted_m <= thresholds::kQuietM)
    parts.push_back("pushed up or out of an overlap: " +
                    row.objects[static_cast<std::size_t>(still.farthest)]);
  if (!still.comes_still) parts.push_back(fmt::format("still moves after {:g} s", kLongestStillS));
  if (row.warnings > 0) parts.push_back(counted(row.warnings, "warning"));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string text_line(std::size_t width, const std::array<std::string, 10>& cells) {
  std::string text =
      fmt::format("{:<{}}  {:<10}  {:>8}  {:>6}  {:>9}  {:>8}  {:>9}  {:>7}  {:>6}  {}", cells[0], width,
                  cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7], cells[8], cells[9]);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string text_row(const JudgeRow& row, std::size_t width) {
  if (!row.level)
    return fmt::format("{:<{}}  {:<10}  {}\n", printable(row.file), width, row.verdict(),
                       printable(row.error));
  const JudgedLevel& level = *row.level;
  const Stillness& still = level.stillness;
  return text_line(
      width, {printable(row.file), std::string(row.verdict()), way_text(still.moved_m),
              fmt::format("{:.1f} s", still.still_s),
              level.throws > 0 ? fmt::format("{}/{}", level.wins, level.throws) : "-",
              level.best ? fmt::format("{:g} deg", level.window_deg) : "-",
              level.best ? fmt::format("{:g}@{:g}", level.best->angle_deg, level.best->pull_m) : "-",
              level.birds ? fmt::format("{} of {}", *level.birds, row.birds) : "-",
              level.flips.changed > 0 ? fmt::format("{}/{}", level.flips.lost, level.flips.changed) : "-",
              remark(row)});
}

std::string text_end(const JudgeCounts& counts) {
  const auto verdicts =
      mapped(counts.verdicts, [](const auto& each) { return fmt::format("{} {}", each.second, each.first); });
  return fmt::format("verdicts on {}: {}; stable, whatever the verdict: {}\n", counted(counts.levels, "file"),
                     fmt::join(verdicts, ", "), counts.stable);
}

nlohmann::ordered_json json_of(const JudgeRow& row) {
  nlohmann::ordered_json json{
      {"file", printable(row.file)}, {"valid", row.level || row.empty}, {"verdict", row.verdict()}};
  if (!row.picture.empty()) json["picture"] = printable(row.picture);
  if (!row.level) {
    json["error"] = printable(row.error);
    return json;
  }
  const JudgedLevel& level = *row.level;
  const Stillness& still = level.stillness;
  json["warnings"] = row.warnings;
  json["stable"] = still.stable();
  json["moved_m"] = shortened(still.moved_m);
  json["counted_m"] = shortened(still.counted_m);
  json["farthest"] = still.farthest >= 0
                         ? nlohmann::ordered_json(row.objects[static_cast<std::size_t>(still.farthest)])
                         : nullptr;
  json["falls"] = words_of(row, still.fall);
  json["breaks"] = words_of(row, still.gone);
  json["leaves"] = words_of(row, still.left);
  json["still_s"] = still.comes_still ? nlohmann::ordered_json(shortened(still.still_s)) : nullptr;
  json["passes_without_shot"] = still.passes;
  json["solvable"] = level.solvable();
  json["throws"] = level.throws;
  json["wins"] = level.wins;
  json["only_sequence"] = level.has_sequence;
  json["window_deg"] = level.best ? nlohmann::ordered_json(level.window_deg) : nullptr;
  json["angle_deg"] = level.best ? nlohmann::ordered_json(level.best->angle_deg) : nullptr;
  json["pull_m"] = level.best ? nlohmann::ordered_json(level.best->pull_m) : nullptr;
  json["birds"] = row.birds;
  json["birds_needed"] = level.birds ? nlohmann::ordered_json(*level.birds) : nullptr;
  json["changed"] = level.flips.changed;
  json["flipped"] = level.flips.lost;
  json["shots"] = shot_texts(level.witness);
  return json;
}

constexpr std::array kJudgeColumns{
    "file",      "verdict",      "valid",   "error",         "warnings",   "stable",    "moved_m",
    "counted_m", "farthest",     "falls",   "breaks",        "leaves",     "still_s",   "passes_without_shot",
    "solvable",  "throws",       "wins",    "only_sequence", "window_deg", "angle_deg", "pull_m",
    "birds",     "birds_needed", "changed", "flipped",       "shots",      "picture"};

/// A value of the JSON form as a field of the CSV form.
std::string csv_value(const nlohmann::ordered_json& row, const char* column) {
  const auto found = row.find(column);
  if (found == row.end() || found->is_null()) return "";
  if (found->is_boolean()) return found->get<bool>() ? "1" : "0";
  if (found->is_array())
    return csv_cell(fmt::format("{}", fmt::join(found->get<std::vector<std::string>>(), "; ")));
  return found->is_string() ? csv_cell(found->get<std::string>()) : found->dump();
}

std::string csv_row(const JudgeRow& row) {
  const nlohmann::ordered_json values = json_of(row);
  const auto fields = mapped(kJudgeColumns, [&](const char* column) { return csv_value(values, column); });
  return fmt::format("{}\n", fmt::join(fields, ","));
}

std::string json_end(const JudgeCounts& counts) {
  nlohmann::ordered_json verdicts;
  for (const auto& [verdict, number] : counts.verdicts) verdicts[std::string(verdict)] = number;
  const nlohmann::ordered_json summary{
      {"levels", counts.levels}, {"verdicts", verdicts}, {"stable", counts.stable}};
  return nlohmann::ordered_json{{"summary", summary}}.dump() + "\n";
}

struct JudgeArguments {
  JudgeSettings judge{};
  bool csv = false, json = false;
  std::string out = "-";
  bool quiet = false;

  Settings settings() {
    return joined({judge.settings(),
                   {{"csv", &csv, "Prints a CSV table, a row for each level", Also{.excludes = {"json"}}},
                    {"json", &json, "Prints one JSON line for each level, and one for all"},
                    out_setting(out, {FileKind::kVerdicts}, "Where the rows go; - is the standard output"),
                    quiet_setting(quiet)}});
  }
};

/// Writes texts in the order of their numbers, each as soon as all before it are written. Each text is
/// written at once, so that an interruption leaves whole lines.
class OrderedOutput {
 public:
  explicit OrderedOutput(std::string out) : out_(std::move(out)) {}

  void add(std::size_t number, std::string text) {
    const std::lock_guard lock(mutex_);
    waiting_[number] = std::move(text);
    for (auto next = waiting_.find(next_); next != waiting_.end(); next = waiting_.find(++next_)) {
      put(next->second);
      waiting_.erase(next);
    }
  }
  void put(const std::string& text) {
    if (out_ != "-") return void(whole_ += text);
    fmt::print("{}", text);
    std::fflush(stdout);
  }
  void end() const {
    if (out_ != "-") write_file(out_, whole_);
  }

 private:
  std::string out_;
  std::string whole_{};
  std::mutex mutex_{};
  std::size_t next_ = 0;
  std::map<std::size_t, std::string> waiting_{};
};

/// A form of the output. Each text ends with a line break, or is "".
struct JudgeFormat {
  std::string head{};
  std::function<std::string(const JudgeRow&)> row;
  std::function<std::string(const JudgeCounts&)> end;
};

/// The first column of a text is as wide as the longest of the files' names.
JudgeFormat format_of(const JudgeArguments& options, const std::vector<std::string>& files) {
  const auto nothing = [](const JudgeCounts&) { return std::string(); };
  if (options.csv) return {fmt::format("{}\n", fmt::join(kJudgeColumns, ",")), csv_row, nothing};
  if (options.json) return {"", [](const JudgeRow& row) { return json_of(row).dump() + "\n"; }, json_end};
  std::size_t width = std::string_view("level").size();
  for (const std::string& file : files) width = std::clamp(file.size(), width, kMostNameWidth);
  return {text_line(width,
                    {"level", "verdict", "moves", "still", "wins", "window", "throw", "birds", "flips", ""}),
          [width](const JudgeRow& row) { return text_row(row, width); }, text_end};
}

void run_judge(JudgeArguments& options) {
  const auto files =
      mapped(level_files(options.judge.levels), [](const auto& file) { return file.string(); });
  const JudgeFormat format = format_of(options, files);
  // On a terminal the rows themselves say how far the command is.
  std::optional<ProgressLine> line;
  if (options.out != "-" || ::isatty(STDOUT_FILENO) == 0) line.emplace("judge", "levels", options.quiet);
  if (line) line->begin(files.size());
  OrderedOutput output(options.out);
  output.put(format.head);
  const JudgeCounts counts =
      judge_files(files, options.judge, context_of(), [&](std::size_t i, const JudgeRow& row) {
        output.add(i, format.row(row));
        if (line) line->add();
      });
  output.put(format.end(counts));
  output.end();
  if (counts.of("invalid") == counts.levels) throw InputError("judge", "no file is a level that can be read");
}

}  // namespace

Commands judge_commands() {
  return {{{"judge",
            "Says of each level whether it is valid, stands still without a shot and can be passed, and how "
            "easily",
            kTasksGroup, "novphy judge my_levels --jobs 2\nnovphy judge my_levels --csv --out verdicts.csv"},
           job<run_judge>}};
}

}  // namespace novphy::app
