#pragma once

#include <string>

#include "generator/difficulty/pair_difficulty.h"

namespace novphy::app {

/// A PNG picture: for each dimension of the observational state, the start of the novel task with the least
/// value, with outlines around the object or the pair of objects that decided.
std::string difficulty_picture(const PairTasks& tasks, const PairDifficulty& found, const Assets& assets);

}  // namespace novphy::app
