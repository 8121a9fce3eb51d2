#pragma once

#include <string>

#include "generator/checks.h"
#include "generator/difficulty/pair_difficulty.h"
#include "levels/pair.h"

namespace novphy {

/// A PNG picture of both sides of a pair, one above the other: the start, and the paths of birds and objects
/// in some of the winning plays. With `fields`, also force fields, which players never see.
std::string pair_picture(const Pair& pair, const PairReport& report, const SolverNumbers& numbers,
                         bool fields);

/// A PNG picture. For each dimension of the observational state it shows the start of the novel task with the
/// least value, and outlines the object or the pair of objects that this value is of.
std::string difficulty_picture(const PairTasks& tasks, const PairDifficulty& found, const Assets& assets);

}  // namespace novphy
