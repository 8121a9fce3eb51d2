#pragma once

#include <cairo/cairo.h>

#include "sim/task.h"

namespace novphy {

/// Changes an image of 32-bit pixels in place to what players are shown. Without colour, each pixel has the
/// brightness of its colour by the weights of ITU-R BT.601, rounded.
void show_as(cairo_surface_t* image, Shown shown);

}  // namespace novphy
