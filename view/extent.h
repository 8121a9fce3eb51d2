#pragma once

#include <vector>

#include "sim/screen.h"
#include "view/stage.h"

namespace novphy {

/// An axis-parallel rectangle of the world, in metres.
struct Extent {
  Vec2 low_m{};
  Vec2 high_m{};
};

/// The part of the world that a screen shows. The agents' screen shows 35 m x 26.25 m around (0, -1).
Extent shown_by(const Screen& screen);
/// The part of the world that contains everything above the ground in all of the stages, with a margin.
Extent worth_seeing(const std::vector<Stage>& stages);

/// The screen of this size that shows the extent. If the proportions differ, the screen shows more at both
/// sides or more sky. With a height of 0 the screen takes the extent's proportions.
Screen screen_for(const Extent& extent, int width_px, int height_px = 0);

}  // namespace novphy
