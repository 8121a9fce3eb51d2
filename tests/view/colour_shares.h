#pragma once

#include <vector>

#include "sim/observation.h"

namespace novphy::test {

/// The share of a colour in a picture; 0 where the picture does not have the colour.
inline double share_of(const std::vector<ColourShare>& picture, int colour) {
  for (const ColourShare& each : picture)
    if (each.colour == colour) return each.share;
  return 0;
}

}  // namespace novphy::test
