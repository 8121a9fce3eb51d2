#pragma once

#include "sim/screen.h"
#include "view/pen.h"
#include "view/stage.h"

namespace novphy {

/// From here on the pen draws in the world's metres, as the screen shows them.
void look_through(Pen& pen, const Screen& screen);

/// What never moves: sky, ground, turbulence, platforms, fans.
void draw_backdrop(Pen& pen, const Stage& stage, const Screen& screen);
/// All the rest, over the backdrop.
void draw_actors(Pen& pen, const Stage& stage);

/// Whether the body belongs to the backdrop.
bool is_backdrop(const BodyView& body);

}  // namespace novphy
