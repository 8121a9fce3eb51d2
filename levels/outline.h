#pragma once

#include "base/json_reader.h"
#include "sim/catalogue.h"

namespace novphy {

/// Whether no edge has length zero, and no two edges touch, except neighbours in their common point.
bool is_simple(const Ring& ring);
/// Whether the inner ring lies inside the outer ring without touching it.
bool lies_inside(const Ring& inner, const Ring& outer);

/// Reads the shape of a catalogue row. The row must have exactly one of "outline_m" (outer ring, then holes),
/// "box_m" (with "box_centre_m") and "radius_m". Notes outlines that break the conditions of Ring and Shape
/// in sim/catalogue.h.
Shape read_shape(const Node& row);
/// Reads the shape of a bird: "radius_m", and an optional "outline_m", which is a second collider.
Shape read_round_shape(const Node& row);

}  // namespace novphy
