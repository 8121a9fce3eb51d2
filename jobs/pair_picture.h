#pragma once

#include <string>

#include "generator/checks.h"
#include "levels/pair.h"

namespace novphy {

/// A PNG picture of both sides of a pair, one above the other: the start, and the paths of birds and objects
/// in some of the winning plays. With `fields`, also force fields, which players never see.
std::string pair_picture(const Pair& pair, const PairReport& report, const SolverNumbers& numbers,
                         bool fields);

}  // namespace novphy
