#pragma once

#include <vector>

#include "agents/throws.h"
#include "sim/observation.h"

namespace novphy {

/// A throw of the strategy RoundStone, and its score.
struct RoundStoneThrow {
  PlannedThrow planned;
  double score = 0;
};

/// Whether an outline is that of a ball: at least eight corners, all about equally far from the middle.
bool is_round(const std::vector<Pixel>& outline);

/// The strategy RoundStone: clear throws at balls that are left of and above a pig, and at the lowest block
/// of wood or ice that carries a ball above a pig.
std::vector<RoundStoneThrow> round_stone_throws(const Aiming& aiming, const Observation& seen);

}  // namespace novphy
