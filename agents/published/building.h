#pragma once

#include <vector>

#include "agents/throws.h"

namespace novphy {

/// The best throw at one building, and what it is worth.
struct BuildingThrow {
  PlannedThrow planned;
  double score = 0;
};

/// Datalab's strategy Building: the best throw at the left edge of a block of each building. A building has
/// at least three blocks that touch, and a pig inside or near. `draws` decides between the points of a block.
/// White birds throw at no building.
std::vector<BuildingThrow> building_throws(const Aiming& aiming, Rng& draws);

}  // namespace novphy
