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

// The scenery behind all bodies; each function draws the part that the screen shows.

/// Sets the pen's transformation, so that the pen draws in metres of the world as the screen shows them.
void look_through(Pen& pen, const Screen& screen);

/// Draws everything that never moves: sky, ground, turbulence, platforms, fans.
void draw_backdrop(Pen& pen, const Stage& stage, const Screen& screen);
/// Draws everything else over the backdrop.
void draw_actors(Pen& pen, const Stage& stage);

}  // namespace novphy

namespace novphy::scenery {

void sky(Pen& pen, const Screen& screen, double ground_top_m);
void storm_sky(Pen& pen, const Screen& screen, double ground_top_m);
void ground(Pen& pen, const Screen& screen, double ground_top_m);

}  // namespace novphy::scenery
