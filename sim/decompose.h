#pragma once

#include <span>
#include <vector>

#include "sim/catalogue.h"

namespace novphy {

/// Most corners of a convex piece: the limit of Box2D 2.4.1.
inline constexpr int kMaxPieceCorners = 8;

/// Cuts an outline (outer ring first, then holes) into convex counter-clockwise pieces of at most eight
/// corners that cover the same area and use no new points. Throws std::invalid_argument for an outline that
/// crosses itself.
std::vector<Ring> convex_pieces(std::span<const Ring> rings);

/// Signed area in square metres, positive counter-clockwise.
double signed_area(const Ring& ring);

}  // namespace novphy
