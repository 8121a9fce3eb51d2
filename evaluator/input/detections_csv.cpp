#include "evaluator/input/detections_csv.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <utility>

#include "base/names.h"
#include "evaluator/input/csv.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

constexpr int kMostTasks = 9'999;
constexpr int kMostTrial = 999'999;

int whole(const CsvReader& row, std::string_view column, int low, int high) {
  const double value = row.number(column);
  if (value < low || value > high || value != static_cast<int>(value))
    row.fail(column, fmt::format("a whole number from {} to {}", low, high));
  return static_cast<int>(value);
}

/// The name of the column that holds the novelty-scenario.
std::string type_column(const CsvReader& row, const std::string& path) {
  for (const std::string_view part : {"type", "template", "scenario", "level"})
    for (const std::string& column : row.columns())
      if (column != "detected_level" && column.find(part) != std::string::npos) return column;
  throw InputError(path, 1, "no column names the novelty-scenario: expected one such as \"type\"");
}

struct LevelCell {
  std::size_t novelty = 0;   ///< from 1
  std::size_t scenario = 0;  ///< from 1
};

/// The novelty-scenario of a cell such as "type010405", "010405", "10405", or a path that holds "type010405".
LevelCell cell_of(const CsvReader& row, const std::string& column) {
  const std::string& text = row.at(column);
  std::string digits;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
      digits += text[i];
      continue;
    }
    if (digits.size() == 5) digits.insert(0, "0");  // a spreadsheet dropped the leading zero
    if (digits.size() == 6 && digits.starts_with("01")) break;
    digits.clear();
  }
  const auto part = [&](std::size_t at) { return static_cast<std::size_t>(std::stoi(digits.substr(at, 2))); };
  if (digits.size() != 6) row.fail(column, "a type such as 010405");
  const LevelCell cell{part(2), part(4)};
  if (cell.novelty < 1 || cell.novelty > kNovelties.size()) row.fail(column, "a novelty from 01 to 08");
  if (cell.scenario < 1 || cell.scenario > kScenarios.size()) row.fail(column, "a scenario from 01 to 05");
  return cell;
}

bool holds(const CsvReader& row, std::string_view column) {
  return row.has(column) && !row.at(column).empty();
}

/// Whether the column cdt says that the detection is correct. Programs write this as a number or as a word.
bool says_correct(const CsvReader& row) {
  const std::string text = in_small_letters(row.at("cdt"));
  return text == "true" || (text != "false" && row.number("cdt") != 0);
}

/// Throws if a delay is not the number of tasks from the shift to the detected task.
void check_delay(const CsvReader& row, std::string_view column, int delay) {
  if (row.number(column) != delay)
    row.fail(column, fmt::format("{}: detected_level less distribution_shift", delay));
}

/// Throws if the columns cdt, delay and detection_delay contradict distribution_shift and detected_level. If
/// the detection is not correct, the column detection_delay is empty, while the column delay may hold any
/// number.
void check(const CsvReader& row, int shift, int detected) {
  const bool correct = detected > shift;
  if (holds(row, "cdt") && says_correct(row) != correct)
    row.fail("cdt", correct ? "1: detected_level is above distribution_shift"
                            : "0: detected_level is not above distribution_shift");
  if (correct && holds(row, "delay")) check_delay(row, "delay", detected - shift);
  if (correct && row.has("detection_delay")) check_delay(row, "detection_delay", detected - shift);
  if (!correct && holds(row, "detection_delay"))
    row.fail("detection_delay", "an empty cell: detected_level is not above distribution_shift");
}

/// Numbers the trials of a file: by the column "trial", otherwise by counting within each novelty-scenario.
class TrialNumbers {
 public:
  int next(const CsvReader& row, const Record& cell) {
    const std::string name = cell.novelty + " " + cell.scenario;
    if (!row.has("trial")) return counts_[name]++;
    const int trial = whole(row, "trial", 0, kMostTrial);
    const auto [first, is_new] = lines_.try_emplace({name, trial}, row.line());
    if (!is_new)
      row.fail("trial", fmt::format("each trial once: {} has this one in line {}", name, first->second));
    return trial;
  }

 private:
  std::map<std::string, int> counts_;
  std::map<std::pair<std::string, int>, int> lines_;
};

}  // namespace

bool is_detections_csv(const std::string& path) {
  return csv_has_columns(path, {"distribution_shift", "detected_level"});
}

std::string agent_of_detections(const std::string& path) {
  const std::filesystem::path file(path);
  const std::string name = file.stem().string();
  const std::string folder = file.parent_path().filename().string();
  const auto window = name.find("_ws-");
  const auto threshold = name.find("_t-", window);
  if (window == std::string::npos || threshold == std::string::npos) return name;
  std::string method;
  if (folder == "simple_moving_average") method = "sma:";
  if (folder == "pre_assumed_moving_average") method = "pma:";
  return fmt::format("{} {}{}:{}", name.substr(0, window), method,
                     name.substr(window + 4, threshold - window - 4), name.substr(threshold + 3));
}

void read_detections_csv(const std::string& path, int novel_tasks,
                         const std::function<void(const Record&, int line)>& visit) {
  CsvReader row(path, {"distribution_shift", "detected_level"});
  const std::string type = type_column(row, path);
  TrialNumbers numbers;
  while (row.next()) {
    const LevelCell cell = cell_of(row, type);
    const int shift = whole(row, "distribution_shift", 0, kMostTasks);
    const int detected = whole(row, "detected_level", -1, shift + novel_tasks);
    if (detected == 0) row.fail("detected_level", "-1, or a task from 1");
    check(row, shift, detected);
    Record record;
    record.novelty = kNovelties[cell.novelty - 1];
    record.scenario = kScenarios[cell.scenario - 1];
    record.trial = numbers.next(row, record);
    record.no_result = true;
    for (record.task = 0; record.task < shift + novel_tasks; ++record.task) {
      record.phase = record.task < shift ? Phase::kNormal : Phase::kNovel;
      record.alarm = detected > 0 && record.task + 1 >= detected;
      visit(record, row.line());
    }
  }
}

}  // namespace novphy
