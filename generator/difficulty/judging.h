#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "generator/difficulty/pair_difficulty.h"
#include "levels/task_file.h"

/// The pairs that `novphy difficulty` judges.
namespace novphy {

/// A pair to judge.
struct JudgedPair {
  Pair pair;
  std::optional<PairTasks> given{};  ///< tasks of a folder
  std::vector<MemberWins> wins{};
  PairDifficulty found{};
};

/// Whether this is a folder of novphy generate, with an index.
bool holds_tasks(const std::string& place);

// The work of `novphy difficulty`: pairs are found, the throws that win are searched, and the pairs judged.

/// Called first with none done. May throw to end the work.
using JudgingProgress = PieceCounter::Progress;

struct Judging {
  int count = 100;         ///< number of tasks to draw for each side, where no folder has them
  int samples = 0;         ///< further members whose winning throws are compared
  std::uint64_t seed = 1;  ///< of the drawn tasks and of the samples
  double step_deg = 0.5;   ///< between the throws that are tried
  unsigned jobs = 1;       ///< changes no number
  DifficultyNumbers numbers{};
};

/// Where pairs come from.
struct PairSource {
  /// The pairs that these names mean, which are no folders of tasks.
  std::function<std::vector<Pair>(const std::vector<std::string>& names)> named;
  /// The pairs among which those of a folder of `novphy generate` are looked up.
  std::function<std::vector<Pair>()> of_tasks;
};

/// The pairs to judge, in the order of the tables. A place is a folder of `novphy generate`, a folder with
/// the folders normal and novel of task files, or a name for `source`. Throws InputError for none, and for
/// two pairs of one novelty and scenario.
std::vector<JudgedPair> pairs_to_judge(const std::vector<std::string>& places, const PairSource& source,
                                       const Assets& assets, Warnings& warnings);

/// Gives the pairs the winning throws of a file of `novphy verify --json`. Throws InputError.
void read_all_wins(const std::string& file, std::vector<JudgedPair>& judged);
/// Searches the winning throws of the pairs.
void solve_all(std::vector<JudgedPair>& judged, const Judging& judging, const SolverNumbers& numbers,
               const JudgingProgress& progress);

/// Who is told how pairs are judged.
struct JudgingWatch {
  JudgingProgress progress;
  /// Called with a pair and its tasks once the pair is judged. Several threads call it.
  std::function<void(const JudgedPair& pair, const PairTasks& tasks)> see{};
};
/// Draws tasks of the pairs that have none, and judges all pairs.
void judge_all(std::vector<JudgedPair>& judged, const Judging& judging, const SolverNumbers& numbers,
               const Assets& assets, const JudgingWatch& watch);

/// The table of all pairs.
DifficultyTable table_of(const std::vector<JudgedPair>& judged, const DifficultyNumbers& numbers);
/// The lowest value of each dimension of a pair, with everything behind it.
std::string explanation(const JudgedPair& judged);

}  // namespace novphy
