#pragma once

#include <string>

#include "generator/difficulty/pair_difficulty.h"

namespace novphy::app {

/// A PNG picture. For each dimension of the observational state it shows the start of the novel task with the
/// least value, and outlines the object or the pair of objects that this value is of.
std::string difficulty_picture(const PairTasks& tasks, const PairDifficulty& found, const Assets& assets);

}  // namespace novphy::app
