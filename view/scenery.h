#pragma once

#include "sim/screen.h"
#include "view/pen.h"

/// The scenery behind all bodies. Each function draws the part of it that the screen shows.
namespace novphy::scenery {

void sky(Pen& pen, const Screen& screen, double ground_top_m);
void storm_sky(Pen& pen, const Screen& screen, double ground_top_m);
void ground(Pen& pen, const Screen& screen, double ground_top_m);

}  // namespace novphy::scenery
