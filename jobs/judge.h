#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "generator/level_judge.h"
#include "jobs/context.h"

/// Verdicts on levels: what novphy judge and Python's judge() share.
namespace novphy {

/// How levels are judged.
struct LevelJudging {
  AssetSettings assets{};
  double step_deg = 4;
  int jobs = 1;

  Settings settings();
};

/// The verdicts on these tasks, each a piece of the progress. Throws InputError and Stopped.
std::vector<JudgedLevel> judge_tasks(const std::vector<Task>& tasks, const LevelJudging& how,
                                     const JobContext& context, const JobWatch& watch);

struct JudgeSettings {
  std::vector<std::string> levels{};
  LevelJudging how{};
  std::string pictures{};  ///< folder
  std::string journal{};   ///< file of KeptResults

  Settings settings();
};

/// A file and the verdict on it.
struct JudgeRow {
  std::string file{};
  std::string picture{};               ///< name of its picture's file; "" without one
  std::string error{};                 ///< why the file is no level; "" for a level
  bool empty = false;                  ///< the only reason is that it has no bird or no object
  std::size_t warnings = 0;            ///< of the reader
  std::size_t birds = 0;               ///< that the level has
  std::vector<std::string> objects{};  ///< each object in words: "3 wood_rect_big"
  std::optional<JudgedLevel> level{};

  /// The verdict in a word: "invalid", "empty", or that of the level.
  std::string_view verdict() const;
};

/// How many of all files have each verdict, and how many levels stand still without a shot.
struct JudgeCounts {
  std::size_t levels = 0;
  std::vector<std::pair<std::string_view, std::size_t>> verdicts{};  ///< all of them, in their order
  std::size_t stable = 0;
  std::size_t of(std::string_view verdict) const;
};

/// Judges the files, and draws the pictures. A file that is no level gives a row that says so. Threads call
/// `see` with the number of a file and its row. Throws InputError.
JudgeCounts judge_files(const std::vector<std::string>& files, const JudgeSettings& wanted,
                        const JobContext& context,
                        const std::function<void(std::size_t, const JudgeRow&)>& see);

}  // namespace novphy
