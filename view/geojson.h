#pragma once

#include <string>

#include "sim/observation.h"

namespace novphy {

/// The original's own form of what is seen, on one line: a list of one GeoJSON FeatureCollection with the
/// ground, the slingshot, the trajectory where there is one, then the objects. Points are [column, row] in
/// whole pixels, ids are texts, "percent" is a share from 0 to 1. The picture is not in it. docs/agents.md
/// shows an example.
std::string geojson(const Observation& seen);

}  // namespace novphy
