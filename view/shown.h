#pragma once

#include "sim/observation.h"
#include "sim/task.h"

namespace novphy {

/// Changes a picture in place to what players are shown. Without colour, each pixel has the brightness of its
/// colour by the weights of ITU-R BT.601, rounded.
void show_as(Picture& picture, Shown shown);

}  // namespace novphy
