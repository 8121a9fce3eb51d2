#pragma once

#include <vector>

#include "agents/throws.h"
#include "sim/observation.h"

namespace novphy {

/// A throw of the strategy RoundStone, and what it is worth.
struct RoundStoneThrow {
  PlannedThrow planned;
  double score = 0;
};

/// Whether an outline is that of a ball: at least eight corners, all of them about as far from the middle.
bool is_round(const std::vector<Pixel>& outline);

/// The strategy RoundStone: throws at balls left of and above a pig, and at the lowest wood or ice that
/// carries a ball above a pig. Only clear throws.
std::vector<RoundStoneThrow> round_stone_throws(const Aiming& aiming, const Observation& seen);

}  // namespace novphy
