#pragma once

#include <string>

#include "sim/observation.h"
#include "sim/rng.h"
#include "sim/world.h"

namespace novphy {

inline constexpr double kUsualNoisePx = 2;  ///< noise radius of the original
inline constexpr double kMostNoisePx = 5;   ///< largest noise radius that the original allows

/// Adds noise to an observation, like the original's noisy state. Every object except birds is shifted as a
/// whole, by whole pixels; before rounding, the shift is uniform in the disc of radius `radius_px`. Its
/// colour shares change by up to 2 % each, and are scaled to a sum of 1. Every dot of the trajectory is
/// shifted by at most 2 px, and at most the radius. Slingshot, ground and screenshot stay exact. The noise of
/// an object depends only on the generator and on its index in the list. Radius 0 changes nothing. Throws
/// std::invalid_argument for a radius outside of 0 to kMostNoisePx.
void add_noise(Observation& seen, const World& world, double radius_px, Rng& rng);

/// An observation in the original game's format, on one line: a list of one GeoJSON FeatureCollection with
/// the ground, the slingshot, the trajectory (if it has points), then the objects. Points are [column, row]
/// in whole pixels, ids are strings, and "percent" is a share from 0 to 1. The screenshot is left out.
/// docs/reference/perception.md shows an example.
std::string geojson(const Observation& seen);

}  // namespace novphy
