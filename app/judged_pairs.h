#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/difficulty/pair_difficulty.h"

/// What novphy difficulty judges.
namespace novphy::app {

/// A pair to judge.
struct JudgedPair {
  Pair pair;
  std::optional<PairTasks> given{};  ///< tasks of a folder
  std::vector<MemberWins> wins{};
  PairDifficulty found{};
  std::string picture{};
};

/// Whether a folder of novphy generate stands here, with its index.
bool holds_tasks(const std::string& place);
/// Whether the folder has the folders normal and novel.
bool holds_sides(const std::string& place);

/// The tasks of a folder of novphy generate, by their pairs. Pairs of the library of which the folder has no
/// task are left out. Throws InputError, also where the library lacks a pair of the folder.
std::vector<JudgedPair> pairs_of_tasks(const std::string& folder, std::vector<Pair> library,
                                       const Assets& assets);

/// All task files in the folders normal and novel of this folder, in the order of their names. The last two
/// folders of the path are the names of scenario and novelty. The pair itself is its first two tasks.
JudgedPair pair_of_sides(const std::string& folder, const Catalogue& catalogue);

/// The pair itself and `samples` more members, whose winning throws are compared. Members of a pair without
/// a text, as pair_of_sides() gives it, are its next tasks.
std::vector<Pair> members_to_solve(const JudgedPair& each, int samples, std::uint64_t seed,
                                   const Catalogue& catalogue);

}  // namespace novphy::app
