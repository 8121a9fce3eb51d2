#pragma once

#include <algorithm>
#include <limits>

#include "sim/vec2.h"

namespace novphy {

/// An axis-aligned rectangle of the world. A Box (sim/task.h) may be turned.
struct BoundingBox {
  Vec2 low_m{};   ///< lower left corner
  Vec2 high_m{};  ///< upper right corner
};

/// The bounding box of no point, for extend().
inline constexpr BoundingBox kNoBox{
    .low_m = {std::numeric_limits<double>::max(), std::numeric_limits<double>::max()},
    .high_m = {std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()}};

/// Makes the box hold the point and everything up to `around_m` to its sides.
inline void extend(BoundingBox& box, Vec2 point, double around_m = 0) {
  box.low_m = {std::min(box.low_m.x, point.x - around_m), std::min(box.low_m.y, point.y - around_m)};
  box.high_m = {std::max(box.high_m.x, point.x + around_m), std::max(box.high_m.y, point.y + around_m)};
}

/// Whether the boxes share a point.
inline bool overlap(const BoundingBox& a, const BoundingBox& b) {
  return a.low_m.x <= b.high_m.x && b.low_m.x <= a.high_m.x && a.low_m.y <= b.high_m.y &&
         b.low_m.y <= a.high_m.y;
}

}  // namespace novphy
