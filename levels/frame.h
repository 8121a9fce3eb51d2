#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "sim/catalogue.h"

namespace novphy {

/// The axis-parallel bounding box of an outline.
struct Frame {
  Vec2 low{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  Vec2 high{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};
};

inline Frame frame(const std::vector<Ring>& rings) {
  Frame f;
  for (const Ring& ring : rings)
    for (const Vec2 p : ring) {
      f.low = {std::min(f.low.x, p.x), std::min(f.low.y, p.y)};
      f.high = {std::max(f.high.x, p.x), std::max(f.high.y, p.y)};
    }
  return f;
}

/// Whether two boxes do not overlap. Outlines inside the boxes then do not overlap either.
inline bool apart(const Frame& a, const Frame& b) {
  return a.high.x <= b.low.x || b.high.x <= a.low.x || a.high.y <= b.low.y || b.high.y <= a.low.y;
}

}  // namespace novphy
