#pragma once

#include "base/json_reader.h"
#include "sim/catalogue.h"

namespace novphy {

/// No edge has length zero, and no two edges touch but neighbours in their common point.
bool is_simple(const Ring& ring);
/// All of the inner ring lies inside the outer one, without touching it.
bool lies_inside(const Ring& inner, const Ring& outer);

/// The shape a row of the catalogue gives by exactly one of "outline_m" (outer ring, then holes), "box_m"
/// (with "box_centre_m") or "radius_m". Notes outlines that are not what sim/catalogue.h promises.
Shape read_shape(const Node& row);
/// The shape of a bird: "radius_m" and, where there is one, an "outline_m" that collides beside the circle.
Shape read_round_shape(const Node& row);

}  // namespace novphy
