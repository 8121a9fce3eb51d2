#pragma once

#include <vector>

#include "sim/screen.h"
#include "view/stage.h"

namespace novphy {

/// A part of the world, in metres.
struct Extent {
  Vec2 low_m{};
  Vec2 high_m{};
};

/// What a screen shows; the agents' 35 m x 26.25 m around (0, -1).
Extent shown_by(const Screen& screen);
/// What is worth seeing of the stages: everything that stands or flies above the ground, with a margin.
Extent worth_seeing(const std::vector<Stage>& stages);

/// The screen that shows the extent, and more at both sides or more sky where the proportions differ. A
/// height of 0 takes the extent's own proportions.
Screen screen_for(const Extent& extent, int width_px, int height_px = 0);

}  // namespace novphy
