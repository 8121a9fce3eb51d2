#pragma once

#include "sim/world.h"
#include "window/canvas.h"

namespace novphy::window {

/// Draws contacts (red), velocities (blue), and the forces that act (green): the regions of fields and
/// magnets with the direction of the force, and at the upper right the forces that act everywhere: gravity,
/// and storms, pale as long as they wait. `top_px` is the upper end of the free space.
void draw_forces(Canvas& canvas, const Screen& screen, const World& world, double top_px);

}  // namespace novphy::window
