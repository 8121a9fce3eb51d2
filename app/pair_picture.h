#pragma once

#include <string>

#include "generator/checks.h"

namespace novphy::app {

/// Both sides of a pair side by side, as PNG: the start, and where birds and objects went in some of the
/// plays that win.
std::string pair_picture(const Pair& pair, const PairReport& report, const SolverNumbers& numbers);

}  // namespace novphy::app
