#pragma once

#include <vector>

#include "agents/throws.h"

namespace novphy {

/// The best throw at one building, and its score.
struct BuildingThrow {
  PlannedThrow planned;
  double score = 0;
};

/// Datalab's strategy Building: for each building, the best throw at the left edge of one of its blocks. A
/// building has at least three blocks that touch, and a pig inside or near. `draws` decides between the
/// points of a block. White birds have no such throw.
std::vector<BuildingThrow> building_throws(const Aiming& aiming, Rng& draws);

}  // namespace novphy
