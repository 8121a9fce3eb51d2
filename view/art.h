#pragma once

#include "sim/world.h"
#include "view/pen.h"
#include "view/stage.h"

/// Our own artwork: each body is a few flat shapes. Except for body() and the slingshot, each function draws
/// an unturned body around the origin, in metres. `look` is a value of damage_look().
namespace novphy::art {

inline constexpr double kLineM = 0.035;  ///< width of outlines

void block(Pen& pen, const Kind& kind, Vec2 size_m, int look);
void pig(Pen& pen, const Kind& kind, Vec2 size_m, int look);
/// Draws a bird that looks to the right.
void bird(Pen& pen, const Kind& kind);
void egg(Pen& pen, Vec2 size_m);
void platform(Pen& pen, Vec2 size_m);
void tnt(Pen& pen, Vec2 size_m, int look);
/// Draws a fan that blows to the right.
void fan(Pen& pen, Vec2 size_m);
void turbulence(Pen& pen, Vec2 size_m);

/// Draws a body of any category at its place and angle.
void body(Pen& pen, const BodyView& view, bool birds_look_left);

/// Draws cracks inside the present clip; none for look 0.
void cracks(Pen& pen, Vec2 size_m, int look, Colour with);

/// Draw the parts of the slingshot behind and in front of the bird, with the pouch where the bird is.
void slingshot_behind(Pen& pen, const Stage& stage);
void slingshot_before(Pen& pen, const Stage& stage);

}  // namespace novphy::art
