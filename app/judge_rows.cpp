#include "app/judge_rows.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/word_lists.h"
#include "base/text.h"
#include "evaluator/input/csv.h"
#include "generator/checks.h"
#include "levels/task_parts.h"

namespace novphy::app {
namespace {

constexpr std::size_t kMostNameWidth = 80;

std::vector<std::string> words_of(const JudgeRow& row, const std::vector<int>& objects) {
  std::vector<std::string> words;
  for (const int object : objects) words.push_back(row.objects[static_cast<std::size_t>(object)]);
  return words;
}

constexpr std::string_view kInvalid = "invalid";
constexpr std::string_view kEmpty = "empty";

/// Metres and seconds to 1e-4: further digits say nothing.
double shortened(double value) { return std::round(value * 1e4) / 1e4; }

bool was_searched(const JudgeRow& row) { return row.level && row.level->throws > 0; }

std::string throw_text(const Throw& what) { return fmt::format("{:g}@{:g}", what.angle_deg, what.pull_m); }

/// Of several birds and no winning throw: that sequences were searched, too.
std::string impossible_text(const JudgeRow& row) {
  const std::string sequences = row.birds > 1 ? ", nor a sequence of throws" : "";
  return fmt::format("none of {} throws wins{}", row.level->throws, sequences);
}

std::string goal_text(const JudgeRow& row) {
  const JudgedLevel& level = *row.level;
  if (level.throws == 0) return "no pig: nothing to reach";
  if (level.stillness.passes) return "passes without a shot";
  if (level.witness.empty()) return impossible_text(row);
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
  if (row.warnings > 0)
    parts.push_back(fmt::format("{} warning{}", row.warnings, row.warnings == 1 ? "" : "s"));
  return fmt::format("{}", fmt::join(parts, "; "));
}

class TextFormat : public JudgeFormat {
 public:
  explicit TextFormat(const std::vector<std::string>& files) {
    for (const std::string& file : files) width_ = std::max(width_, file.size());
    width_ = std::min(width_, kMostNameWidth);
  }

  std::string head() const override {
    return line("level", "verdict", "moves", "still", "wins", "window", "throw", "birds", "");
  }

  std::string row(const JudgeRow& row) const override {
    if (!row.level)
      return fmt::format("{:<{}}  {:<10}  {}\n", printable(row.file), width_, verdict(row),
                         printable(row.error));
    const JudgedLevel& level = *row.level;
    const Stillness& still = level.stillness;
    const bool searched = was_searched(row);
    return line(printable(row.file), verdict(row), way_text(still.moved_m),
                fmt::format("{:.1f} s", still.still_s),
                searched ? fmt::format("{}/{}", level.wins, level.throws) : "-",
                level.best ? fmt::format("{:g} deg", level.window_deg) : "-",
                level.best ? throw_text(*level.best) : "-",
                level.birds ? fmt::format("{} of {}", *level.birds, row.birds) : "-", remark(row));
  }

  std::string end(const JudgeCounts& counts) const override {
    std::vector<std::string> verdicts;
    for (const auto& [verdict, number] : counts.verdicts)
      verdicts.push_back(fmt::format("{} {}", number, verdict));
    return fmt::format("verdicts on {} file{}: {}; stable, whatever the verdict: {}\n", counts.levels,
                       counts.levels == 1 ? "" : "s", fmt::join(verdicts, ", "), counts.stable);
  }

 private:
  std::string line(std::string_view level, std::string_view word, std::string_view moves,
                   std::string_view still, std::string_view wins, std::string_view window,
                   std::string_view what, std::string_view birds, std::string_view rest) const {
    std::string text = fmt::format("{:<{}}  {:<10}  {:>8}  {:>6}  {:>9}  {:>8}  {:>9}  {:>7}  {}", level,
                                   width_, word, moves, still, wins, window, what, birds, rest);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  }

  std::size_t width_ = std::string_view("level").size();
};

nlohmann::ordered_json json_of(const JudgeRow& row) {
  nlohmann::ordered_json json{
      {"file", printable(row.file)}, {"valid", row.level || row.empty}, {"verdict", verdict(row)}};
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
  json["shots"] = shot_texts(level.witness);
  return json;
}

constexpr std::array kJudgeColumns{
    "file",      "verdict",      "valid", "error",         "warnings",   "stable",    "moved_m",
    "counted_m", "farthest",     "falls", "breaks",        "leaves",     "still_s",   "passes_without_shot",
    "solvable",  "throws",       "wins",  "only_sequence", "window_deg", "angle_deg", "pull_m",
    "birds",     "birds_needed", "shots", "picture"};

/// A value of the JSON form as a field of the CSV form.
std::string csv_value(const nlohmann::ordered_json& row, const char* column) {
  const auto found = row.find(column);
  if (found == row.end() || found->is_null()) return "";
  if (found->is_boolean()) return found->get<bool>() ? "1" : "0";
  if (found->is_array())
    return csv_cell(fmt::format("{}", fmt::join(found->get<std::vector<std::string>>(), "; ")));
  return found->is_string() ? csv_cell(found->get<std::string>()) : found->dump();
}

class CsvFormat : public JudgeFormat {
 public:
  std::string head() const override { return fmt::format("{}\n", fmt::join(kJudgeColumns, ",")); }
  std::string row(const JudgeRow& row) const override {
    const nlohmann::ordered_json values = json_of(row);
    std::vector<std::string> fields;
    for (const char* column : kJudgeColumns) fields.push_back(csv_value(values, column));
    return fmt::format("{}\n", fmt::join(fields, ","));
  }
  std::string end(const JudgeCounts&) const override { return ""; }
};

class JsonFormat : public JudgeFormat {
 public:
  std::string head() const override { return ""; }
  std::string row(const JudgeRow& row) const override { return json_of(row).dump() + "\n"; }
  std::string end(const JudgeCounts& counts) const override {
    nlohmann::ordered_json verdicts;
    for (const auto& [verdict, number] : counts.verdicts) verdicts[std::string(verdict)] = number;
    const nlohmann::ordered_json summary{
        {"levels", counts.levels}, {"verdicts", verdicts}, {"stable", counts.stable}};
    return nlohmann::ordered_json{{"summary", summary}}.dump() + "\n";
  }
};

}  // namespace

std::vector<std::string> object_words(const Task& task, const Catalogue& catalogue) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const Kind* kind = catalogue.find(task.objects[i].type, task.objects[i].material);
    words.push_back(fmt::format("{} {}", i, kind ? appearance(*kind) : task.objects[i].type));
  }
  return words;
}

std::string_view verdict(const JudgeRow& row) {
  if (row.level) return name(row.level->word);
  return row.empty ? kEmpty : kInvalid;
}

std::size_t JudgeCounts::of(std::string_view verdict) const {
  const auto found =
      std::find_if(verdicts.begin(), verdicts.end(), [&](const auto& each) { return each.first == verdict; });
  return found == verdicts.end() ? 0 : found->second;
}

JudgeCounts count(const std::vector<JudgeRow>& rows) {
  JudgeCounts counts{.levels = rows.size(), .verdicts = {{kInvalid, 0}, {kEmpty, 0}}};
  for (const LevelWord word : kLevelWords) counts.verdicts.emplace_back(name(word), 0);
  for (const JudgeRow& row : rows) {
    for (auto& [word, number] : counts.verdicts) number += word == verdict(row) ? 1 : 0;
    counts.stable += row.level && row.level->stillness.stable() ? 1 : 0;
  }
  return counts;
}

std::unique_ptr<JudgeFormat> text_format(const std::vector<std::string>& files) {
  return std::make_unique<TextFormat>(files);
}
std::unique_ptr<JudgeFormat> csv_format() { return std::make_unique<CsvFormat>(); }
std::unique_ptr<JudgeFormat> json_format() { return std::make_unique<JsonFormat>(); }

}  // namespace novphy::app
