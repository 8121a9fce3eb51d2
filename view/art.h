#pragma once

#include "sim/world.h"
#include "view/pen.h"
#include "view/stage.h"

/// Our own artwork: every thing as a few flat shapes. Each function draws around the origin, in metres, what
/// is unturned; `look` is one of damage_look()'s.
namespace novphy::art {

inline constexpr double kLineM = 0.035;  ///< of outlines

void block(Pen& pen, const Kind& kind, Vec2 size_m, int look);
void pig(Pen& pen, const Kind& kind, Vec2 size_m, int look);
/// Looks to the right.
void bird(Pen& pen, const Kind& kind);
void egg(Pen& pen, Vec2 size_m);
void platform(Pen& pen, Vec2 size_m);
void tnt(Pen& pen, Vec2 size_m, int look);
/// Blows to the right.
void fan(Pen& pen, Vec2 size_m);
void turbulence(Pen& pen, Vec2 size_m);

/// Any body, of whatever category: at its place, turned.
void body(Pen& pen, const BodyView& view, bool birds_look_left);

/// Lines of damage inside the shape that is clipped to; none for look 0.
void cracks(Pen& pen, Vec2 size_m, int look, Colour with);

/// What of the slingshot is behind the bird on it, and what is in front. The pouch is where the bird is.
void slingshot_behind(Pen& pen, const Stage& stage);
void slingshot_before(Pen& pen, const Stage& stage);

}  // namespace novphy::art
