#include "evaluator/input/playdata.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "base/utf8.h"
#include "evaluator/input/csv.h"

namespace novphy {
namespace {

const std::vector<std::string_view> kPlayDataColumns{"Score", "LevelStatus", "levelName", "noveltyDetected"};

/// The parts of a path such as ".../novelty_level_2/type010203/Levels/00230_0_1_010203_2_3.xml", with slashes
/// or backslashes.
struct LevelName {
  std::string type;
  std::size_t novelty = 0;   ///< from 1
  std::size_t scenario = 0;  ///< from 1
  bool novel = false;
  std::string file;  ///< number of the task file, such as "00230"
};

bool is_separator(char c) { return c == '/' || c == '\\'; }

/// Cuts the part before the next separator from the path, with the separator, and returns the part.
std::string_view take_folder(std::string_view& path) {
  const auto* const end = std::find_if(path.begin(), path.end(), is_separator);
  const auto length = static_cast<std::size_t>(end - path.begin());
  const std::string_view folder = path.substr(0, length);
  path.remove_prefix(std::min(path.size(), length + 1));
  return folder;
}

/// The number that follows the prefix. Empty where the text is not the prefix and a number.
std::optional<std::size_t> number_after(std::string_view prefix, std::string_view text) {
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

LevelName parse_level_name(const CsvReader& row) {
  std::string_view path = row.at("levelName");
  std::optional<std::size_t> novelty_level;
  while (!path.empty() && !novelty_level) novelty_level = number_after("novelty_level_", take_folder(path));
  const std::string_view type = take_folder(path);
  const auto code = number_after("type01", type);
  if (!novelty_level || !code || type.size() != std::string_view("type010101").size())
    row.fail("levelName", "a path such as .../novelty_level_2/type010203/Levels/00230_0_1_010203_2_3.xml");
  LevelName level{std::string(type), *code / 100, *code % 100, *novelty_level != 0, {}};
  while (!path.empty()) level.file = take_folder(path);
  if (level.novelty < 1 || level.novelty > kNovelties.size())
    row.fail("levelName", "a novelty from 01 to 08");
  if (level.scenario < 1 || level.scenario > kScenarios.size())
    row.fail("levelName", "a scenario from 01 to 05");
  if (level.novel && *novelty_level != level.novelty)
    row.fail("levelName", "the novelty level of its type, or 0");
  return level;
}

int whole_number(const CsvReader& row, std::string_view column) {
  const std::string& text = row.at(column);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) row.fail(column, "a whole number");
  return value;
}

Record read_row(const CsvReader& row, const LevelName& level, int trial) {
  Record record;
  record.novelty = kNovelties[level.novelty - 1];
  record.scenario = kScenarios[level.scenario - 1];
  record.trial = trial;
  record.phase = level.novel ? Phase::kNovel : Phase::kNormal;
  record.task_template = level.file;
  record.alarm = row.one_of("noveltyDetected", "yes", "no");
  record.no_result = row.at("LevelStatus").empty();
  if (record.no_result) return record;
  record.passed = row.one_of("LevelStatus", "Pass", "Fail");
  record.score = whole_number(row, "Score");
  return record;
}

/// A trial's normal tasks and novel tasks, each in the order of the file.
struct PlayedTrial {
  std::string type;
  std::vector<Record> normal;
  std::vector<Record> novel;
};

PlayedTrial& trial_of(std::vector<PlayedTrial>& trials, const std::string& type) {
  const auto same = [&](const PlayedTrial& trial) { return trial.type == type; };
  const auto found = std::find_if(trials.begin(), trials.end(), same);
  return found != trials.end() ? *found : trials.emplace_back(PlayedTrial{type, {}, {}});
}

/// Finds the first row that stands twice and the first normal task that follows a novel one.
class RowChecks {
 public:
  RowChecks(const std::string& path, std::vector<std::string>* warnings) : path_(path), warnings_(warnings) {}

  void check(const CsvReader& row, const LevelName& level, const PlayedTrial& trial) {
    if (warnings_ == nullptr) return;
    if (row.has("EvaluationIndex") && !row.at("EvaluationIndex").empty()) note_index(row);
    if (!mixed_ && !level.novel && !trial.novel.empty()) {
      mixed_ = true;
      warn(row, fmt::format("a normal task of {} after novel ones, counted as if before them", level.type));
    }
  }

 private:
  void note_index(const CsvReader& row) {
    const auto [first, is_new] = line_of_.try_emplace(row.at("EvaluationIndex"), row.line());
    if (is_new || twice_) return;
    twice_ = true;
    warn(row, fmt::format("EvaluationIndex {} stands in line {}, too: a row may be repeated, both count",
                          printable(first->first), first->second));
  }
  void warn(const CsvReader& row, const std::string& what) {
    warnings_->push_back(fmt::format("{}:{}: {}", path_, row.line(), what));
  }

  const std::string& path_;
  std::vector<std::string>* warnings_;
  std::map<std::string, int> line_of_;
  bool twice_ = false;
  bool mixed_ = false;
};

std::vector<Record> numbered(std::vector<PlayedTrial> trials) {
  std::vector<Record> records;
  for (PlayedTrial& trial : trials) {
    int task = 0;
    for (auto* part : {&trial.normal, &trial.novel}) {
      for (Record& record : *part) {
        record.task = task++;
        records.push_back(std::move(record));
      }
    }
  }
  return records;
}

}  // namespace

bool is_playdata(const std::string& path) { return csv_has_columns(path, {"levelName"}); }

std::vector<Record> read_playdata(const std::string& path, int trial, std::vector<std::string>* warnings) {
  CsvReader row(path, kPlayDataColumns, CsvReader::Rows::kMayBeNone);
  std::vector<PlayedTrial> trials;
  RowChecks checks(path, warnings);
  while (row.next()) {
    const LevelName level = parse_level_name(row);
    PlayedTrial& its_trial = trial_of(trials, level.type);
    checks.check(row, level, its_trial);
    (level.novel ? its_trial.novel : its_trial.normal).push_back(read_row(row, level, trial));
  }
  return numbered(std::move(trials));
}

}  // namespace novphy
