#pragma once

#include <vector>

#include "sim/observation.h"
#include "sim/task.h"
#include "view/pen.h"
#include "view/stage.h"

namespace novphy {

/// What draw_backdrop() draws of a stage. Where two are equal, so are their pictures.
struct Backdrop {
  bool storm = false;
  double ground_top_m = 0;
  std::vector<Box> turbulence{};
  std::vector<Object> bodies{};
  friend bool operator==(const Backdrop&, const Backdrop&) = default;
};

Backdrop backdrop_of(const Stage& stage);

/// Whether the body belongs to the backdrop.
bool is_backdrop(const BodyView& body);

/// Sets the pen's transformation, so that the pen draws in metres of the world as the screen shows them.
void look_through(Pen& pen, const Screen& screen);

/// Draws everything that never moves: sky, ground, turbulence, platforms, fans.
void draw_backdrop(Pen& pen, const Stage& stage, const Screen& screen);
/// Draws everything else over the backdrop.
void draw_actors(Pen& pen, const Stage& stage);

}  // namespace novphy

/// Our own artwork: each body is a few flat shapes.
namespace novphy::art {

/// Draws a body of any category at its place and angle, in the state of its damage.
void body(Pen& pen, const BodyView& view, bool birds_look_left);
/// Draws turbulence around the origin, unturned. It looks the same for all strengths and directions.
void turbulence(Pen& pen, Vec2 size_m);
/// Draw the parts of the slingshot behind and in front of the bird, with the pouch where the bird is.
void slingshot_behind(Pen& pen, const Stage& stage);
void slingshot_before(Pen& pen, const Stage& stage);

}  // namespace novphy::art
