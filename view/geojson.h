#pragma once

#include <string>

#include "sim/observation.h"

namespace novphy {

/// An observation in the original game's format, on one line: a list of one GeoJSON FeatureCollection with
/// the ground, the slingshot, the trajectory (if it has points), then the objects. Points are [column, row]
/// in whole pixels, ids are strings, and "percent" is a share from 0 to 1. The screenshot is left out.
/// docs/agents.md shows an example.
std::string geojson(const Observation& seen);

}  // namespace novphy
