#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/invent/invention.h"

namespace novphy {

/// The result of searching a strength at which the old throws fail and new ones win.
struct FoundStrength {
  std::string failed{};  ///< "old_plan_fails" or "solvable" where there is none
  double least = 0;      ///< the least strength, to 5 %, at which at most one of the old plays wins
  double strength = 0;   ///< above it, so that a coarse sweep finds new throws that win
};

/// Halves the range of strengths, on a scale of factors, between one that leaves too many of the old plays
/// winning and one that does not. Then tries up to four strengths above the least, from a drawn one on, with
/// a coarse sweep. `old_wins` are the winning throws of the normal task, which do not count as new. Throws as
/// World does.
FoundStrength find_strength(const Task& task, const Invention& invention, const OldWays& ways,
                            const std::vector<Solution>& old_wins, const SolverNumbers& numbers, Rng& rng);

}  // namespace novphy
