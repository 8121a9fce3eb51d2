#pragma once

#include "sim/world.h"
#include "window/canvas.h"

namespace novphy::window {

/// Draws contacts (red), velocities (blue) and forces (green). Fields and magnets are drawn with their
/// regions and directions. The forces that act everywhere, gravity and storms, are at the upper right; a
/// storm is pale until it begins. `top_px` is the upper end of the free space.
void draw_forces(Canvas& canvas, const Screen& screen, const World& world, double top_px);

}  // namespace novphy::window
