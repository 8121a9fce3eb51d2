#pragma once

#include "sim/observation.h"
#include "sim/rng.h"
#include "sim/world.h"

namespace novphy {

inline constexpr double kUsualNoisePx = 2;  ///< the original's
inline constexpr double kMostNoisePx = 5;   ///< the original's option

/// Makes what was seen of the world noisy, as the original's noisy state is. Every object but birds is
/// shifted as a whole, by whole pixels of at most `radius_px`; the shift is uniform in that disc before it is
/// rounded. Its colour shares change by up to 2 % each and sum to 1 again. Every dot of the trajectory is
/// shifted on its own, by at most 2 px and never more than the radius. Slingshot, ground and picture stay
/// exact. The noise of an object depends on the generator and the object's place in the list alone. Radius 0
/// changes nothing. Throws std::invalid_argument for a radius that is not 0 to kMostNoisePx.
void add_noise(Observation& seen, const World& world, double radius_px, Rng& rng);

}  // namespace novphy
