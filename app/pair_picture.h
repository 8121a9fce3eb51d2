#pragma once

#include <string>

#include "generator/checks.h"

namespace novphy::app {

/// A PNG picture of both sides of a pair, side by side. Shows the start, and the paths of birds and objects
/// in some of the plays that win.
std::string pair_picture(const Pair& pair, const PairReport& report, const SolverNumbers& numbers);

}  // namespace novphy::app
