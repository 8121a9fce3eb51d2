#pragma once

#include <functional>
#include <vector>

#include "agents/physicist/held_law.h"

namespace novphy {

/// Gives laws with what speaks for them, the best first; without those that are refuted.
using Score = std::function<std::vector<HeldLaw>(const std::vector<Law>&, const Simulator&)>;

/// The steps of a search for the best numbers.
struct Steps {
  double first = 1;
  double last = 0.1;
  int moves = 4;  ///< of each size
  /// How exactly places are compared at steps of size 1; it shrinks with the square of the step.
  double sd_m = 1;
};

/// The simulator that compares places no more exactly than this.
Simulator at_least(Simulator simulator, double sd_m);

/// Goes from a law to its best neighbour as long as that explains more, with ever smaller steps and ever
/// more exactly.
HeldLaw climbed(const Law& law, const Score& score, const Simulator& simulator, const Steps& steps);

}  // namespace novphy
