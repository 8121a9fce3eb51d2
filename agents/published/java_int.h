#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace novphy {

/// A number cut to an integer as Java does: towards zero, not a number becomes 0, and what is too large or
/// too small becomes the largest or smallest integer.
inline int java_int(double value) {
  if (std::isnan(value)) return 0;
  constexpr double kLeast = std::numeric_limits<int>::min();
  constexpr double kMost = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp(value, kLeast, kMost));
}

}  // namespace novphy
