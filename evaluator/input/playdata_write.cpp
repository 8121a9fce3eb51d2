#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "base/names.h"
#include "evaluator/input/playdata.h"
#include "evaluator/trial_log.h"

namespace novphy {
namespace {

// The published files also have the blank before "trial".
constexpr std::string_view kHeader =
    "EvaluationIndex,LevelIndex,Score,LevelStatus,birdsRemaining,pigsRemaining,birdsAtStart,pigsAtStart, "
    "trial,levelName,playStatus,informed,novelty,noveltyDetected\r\n";

/// The name's place in the list, from 1; 0 where the list does not hold the name.
template <class List>
int number_in(const List& list, std::string_view name) {
  const auto found = std::find(list.begin(), list.end(), name);
  return found == list.end() ? 0 : static_cast<int>(found - list.begin()) + 1;
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
