#pragma once

#include <cmath>

#include "sim/observation.h"
#include "sim/task.h"
#include "sim/vec2.h"

namespace novphy {

/// The screen that agents see. The default is the original game's camera, fully zoomed out: 640x480 pixels,
/// centre (0, -1), 35 m wide (reference).
struct Screen {
  int width_px = 640;
  int height_px = 480;
  Vec2 centre_m{0, -1};
  double px_per_m = 640.0 / 35.0;
  ViewMode shown = ViewMode::kPlain;

  Pixel pixel(Vec2 point_m) const {
    const Vec2 from_centre = px_per_m * (point_m - centre_m);
    const Pixel plain{static_cast<int>(std::lround(width_px / 2.0 + from_centre.x)),
                      static_cast<int>(std::lround(height_px / 2.0 - from_centre.y))};
    if (shown == ViewMode::kMirrored) return {width_px - plain.x, plain.y};
    if (shown == ViewMode::kUpsideDown) return {plain.x, height_px - plain.y};
    return plain;
  }
  friend bool operator==(const Screen&, const Screen&) = default;
};

}  // namespace novphy
