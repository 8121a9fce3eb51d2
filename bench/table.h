#pragma once

#include <vector>

#include "bench/judge.h"

namespace novphy {

/// Prints a line for each pair: verdict, figures and winning angles of both sides, and why it does not hold.
void print_table(const std::vector<PairFigures>& pairs);

/// Prints the modes of the hit bonus that people's scores show, beside ours.
void print_hit_bonuses(const std::vector<PairFigures>& pairs);

}  // namespace novphy
