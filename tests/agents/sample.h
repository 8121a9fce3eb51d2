#pragma once

#include "sim/observation.h"

namespace novphy {

/// The first observation of a task that is 35 m wide: the slingshot at the left, a small pig low at the
/// right, and the bird at rest.
inline Observation sample_observation() {
  Observation seen;
  seen.width_px = 640;
  seen.height_px = 480;
  seen.px_per_m = 18.25;
  seen.ground_row_px = 285;
  seen.slingshot = {.left = 95, .top = 249, .right = 106, .bottom = 286};
  seen.bird_rest = {.x = 98, .y = 253};
  seen.labelled = true;
  seen.objects = {
      {.id = 0,
       .label = "pig_basic_small_1",
       .rings = {{{296, 276}, {305, 276}, {305, 286}, {296, 286}}},
       .colours = {{.colour = 24, .share = 0.75}, {.colour = 255, .share = 0.25}}},
      {.id = 1, .label = "bird_red_1", .rings = {{{94, 249}, {102, 249}, {98, 257}}}, .colours = {}},
  };
  seen.trajectory = {{98, 253}, {110, 240}};
  return seen;
}

}  // namespace novphy
