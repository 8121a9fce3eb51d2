#pragma once

#include <optional>
#include <string>
#include <vector>

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
/// Whether the folder has the folders normal and novel.
bool holds_sides(const std::string& place);

/// The tasks of a folder of novphy generate, by their pairs. Throws InputError, for example where the library
/// does not have the pair of a task.
std::vector<JudgedPair> pairs_of_tasks(const std::string& folder, std::vector<Pair> library,
                                       const Assets& assets);

/// A pair of all task files in the folders normal and novel of this folder, in the order of their names.
/// Scenario and novelty have the names of the last two folders of the path. The first two tasks serve as the
/// base.
JudgedPair pair_of_sides(const std::string& folder, const Catalogue& catalogue, Warnings& warnings);

/// The base and `samples` more members of the pair, whose winning throws are compared. Where the pair has no
/// text, as from pair_of_sides(), its next tasks serve as members.
std::vector<Pair> members_to_solve(const JudgedPair& each, int samples, std::uint64_t seed,
                                   const Catalogue& catalogue);

}  // namespace novphy
