#include "evaluator/input/playdata.h"

#include <fmt/core.h>

#include "base/lists.h"
#include "base/names.h"
#include "base/text.h"
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

/// Removes the part before the next separator from the path, together with the separator, and returns it.
std::string_view take_folder(std::string_view& path) {
  const auto* const end = std::ranges::find_if(path, is_separator);
  const auto length = static_cast<std::size_t>(end - path.begin());
  const std::string_view folder = path.substr(0, length);
  path.remove_prefix(std::min(path.size(), length + 1));
  return folder;
}

/// The number that follows the prefix. Empty if the text is not the prefix and a number.
std::optional<std::size_t> number_after(std::string_view prefix, std::string_view text) {
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  return number_text<std::size_t>(text);
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
  const auto value = number_text<int>(row.at(column));
  if (!value) row.fail(column, "a whole number");
  return *value;
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
  std::vector<PersonTask> normal;
  std::vector<PersonTask> novel;
};

PlayedTrial& trial_of(std::vector<PlayedTrial>& trials, const std::string& type) {
  for (PlayedTrial& trial : trials)
    if (trial.type == type) return trial;
  return trials.emplace_back(PlayedTrial{type, {}, {}});
}

/// Adds a task to a part of a trial. Returns false if the part has the level already: then one of the two
/// counts, unless both may.
bool add_played(std::vector<PersonTask>& part, PersonTask task, Repeats repeats) {
  const std::string& name = task.record.task_template;
  const auto same = [&](const PersonTask& other) { return other.record.task_template == name; };
  const bool may_repeat = repeats != Repeats::kRefuse && !name.empty();
  const auto earlier = may_repeat ? std::ranges::find_if(part, same) : part.end();
  const bool is_new = earlier == part.end();
  if (is_new) part.push_back(std::move(task));
  if (!is_new && repeats == Repeats::kLast) *earlier = std::move(task);
  return is_new;
}

/// Warns of the first row of each kind that is odd: repeated, or with numbers that cannot be.
class RowChecks {
 public:
  RowChecks(const std::string& path, std::vector<std::string>* warnings) : path_(path), warnings_(warnings) {}

  void note_again(const CsvReader& row, Repeats repeats) {
    warn("again", row,
         fmt::format("a level that was played before: of each level the {} row counts",
                     repeats == Repeats::kFirst ? "first" : "last"));
  }

  void check(const CsvReader& row, const LevelName& level, const PlayedTrial& trial) {
    if (warnings_ != nullptr && row.has("EvaluationIndex") && !row.at("EvaluationIndex").empty()) {
      const auto [first, is_new] = line_of_.try_emplace(row.at("EvaluationIndex"), row.line());
      if (!is_new)
        warn("twice", row,
             fmt::format("EvaluationIndex {} stands in line {}, too: a row may be repeated, both count",
                         printable(first->first), first->second));
    }
    if (!level.novel && !trial.novel.empty())
      warn("mixed", row,
           fmt::format("a normal task of {} after novel ones, counted as if before them", level.type));
  }

  /// The shots of the row's task. Empty where the row does not tell the birds of both times, or tells numbers
  /// that cannot be.
  std::optional<int> shots(const CsvReader& row) {
    const auto told = [&](std::string_view column) {
      return row.has(column) && !row.trimmed(column).empty();
    };
    if (!told("birdsAtStart") || !told("birdsRemaining")) return std::nullopt;
    const auto start = number_after("", row.trimmed("birdsAtStart"));
    const auto left = number_after("", row.trimmed("birdsRemaining"));
    if (start && left && *left <= *start && *start >= 1 && *start <= kMostIndex)
      return static_cast<int>(*start - *left);
    if (start == 0U && left == 0U) return std::nullopt;  // written without knowing the birds
    warn("birds", row,
         fmt::format("birdsAtStart {} and birdsRemaining {}: the number of shots is not known",
                     printable(row.trimmed("birdsAtStart")), printable(row.trimmed("birdsRemaining"))));
    return std::nullopt;
  }

 private:
  void warn(std::string_view kind, const CsvReader& row, const std::string& what) {
    if (warnings_ != nullptr && warned_.insert(kind).second)
      warnings_->push_back(fmt::format("{}:{}: {}", path_, row.line(), what));
  }

  const std::string& path_;
  std::vector<std::string>* warnings_;
  std::map<std::string, int> line_of_;
  std::set<std::string_view> warned_;  ///< kinds
};

std::vector<PersonTask> numbered(std::vector<PlayedTrial> trials) {
  std::vector<PersonTask> tasks;
  for (PlayedTrial& trial : trials) {
    int task = 0;
    for (auto* part : {&trial.normal, &trial.novel})
      for (PersonTask& each : *part) {
        each.record.task = task++;
        tasks.push_back(std::move(each));
      }
  }
  return tasks;
}

}  // namespace

bool is_playdata(const std::vector<std::string>& header) { return csv_has_columns(header, {"levelName"}); }

std::vector<PersonTask> read_person_tasks(LineReader lines, int trial, std::vector<std::string>* warnings,
                                          Repeats repeats) {
  const std::string path = lines.path();
  CsvReader row(std::move(lines), kPlayDataColumns, CsvReader::Rows::kMayBeNone);
  std::vector<PlayedTrial> trials;
  RowChecks checks(path, warnings);
  while (row.next()) {
    const LevelName level = parse_level_name(row);
    PlayedTrial& its_trial = trial_of(trials, level.type);
    checks.check(row, level, its_trial);
    std::vector<PersonTask>& part = level.novel ? its_trial.novel : its_trial.normal;
    PersonTask task{read_row(row, level, trial), checks.shots(row)};
    if (!add_played(part, std::move(task), repeats)) checks.note_again(row, repeats);
  }
  return numbered(std::move(trials));
}

std::vector<Record> read_playdata(const std::string& path, int trial, std::vector<std::string>* warnings,
                                  Repeats repeats) {
  return mapped(read_person_tasks(LineReader(path), trial, warnings, repeats), &PersonTask::record);
}

namespace {

// The published files have this blank before "trial", too.
constexpr std::string_view kHeader =
    "EvaluationIndex,LevelIndex,Score,LevelStatus,birdsRemaining,pigsRemaining,birdsAtStart,pigsAtStart, "
    "trial,levelName,playStatus,informed,novelty,noveltyDetected\r\n";

/// The name's place in the list, from 1. 0 if the list does not have it.
template <class List>
int number_in(const List& list, std::string_view name) {
  return contains(list, name) ? static_cast<int>(index_in(list, name)) + 1 : 0;
}

std::string level_name(const Record& record) {
  const int novelty = number_in(kNovelties, record.novelty);
  const int scenario = number_in(kScenarios, record.scenario);
  const int level = record.phase == Phase::kNovel ? novelty : 0;
  const std::string type = fmt::format("01{:02}{:02}", novelty, scenario);
  return fmt::format("novelty_level_{}/type{}/Levels/{:05}_0_1_{}_{}_{}.xml", level, type, record.variation,
                     type, level, scenario);
}

void check_playable(const Record& record) {
  if (!has_playdata_name(record))
    throw std::invalid_argument(
        fmt::format("play data have no number for {} {}", record.novelty, record.scenario));
  if (record.phase != Phase::kNormal && record.phase != Phase::kNovel)
    throw std::invalid_argument("play data hold normal and novel tasks only");
}

std::string line(const PlaydataRow& row, std::size_t index) {
  const Record& record = row.record;
  const std::string score = record.no_result ? "" : fmt::format("{}", record.score);
  const char* const status = record.no_result ? "" : record.passed ? "Pass" : "Fail";
  return fmt::format("{},{},{},{},{},{},{},{},{},{},training,{},{},{}\r\n", index + 1, record.task + 1, score,
                     status, row.birds_left, row.pigs_left, row.birds_at_start, row.pigs_at_start, row.trial,
                     level_name(record), record.informed ? "informed" : "uninformed",
                     record.phase == Phase::kNovel ? "novel" : "basic",
                     is_alarm(record, AlarmRule{}) ? "yes" : "no");
}

}  // namespace

bool has_playdata_name(const Record& record) {
  return number_in(kNovelties, record.novelty) > 0 && number_in(kScenarios, record.scenario) > 0;
}

std::string write_playdata(std::span<const PlaydataRow> rows) {
  std::string text(kHeader);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    check_playable(rows[i].record);
    text += line(rows[i], i);
  }
  return text;
}

}  // namespace novphy
