#pragma once

#include <vector>

#include "sim/observation.h"
#include "sim/shot.h"
#include "sim/vec2.h"

namespace novphy {

/// A point of the screen from which the published planner would let the bird go.
struct Release {
  Pixel at;
  double angle_rad = 0;  ///< elevation the planner has in mind, corrections included; always to the right
};

/// Where the published client takes the bird to rest: 0.45 w and 0.35 w (of the width, twice) from the top
/// left corner of the slingshot's box, cut to whole pixels. Shots in pixels are relative to it.
Pixel reference_point(const PixelBox& slingshot);

/// The published Python trajectory planner (phy-q/benchmark): the low and the high release for a target, in
/// this order; none where its formula finds the target out of reach. It shoots to the right and upwards only,
/// and takes gravity to point down, whatever the world is like.
std::vector<Release> plan_releases(const PixelBox& slingshot, Vec2 target_px);

/// The elevation the published client reads from a release, counter-clockwise from "to the right".
double release_angle_rad(const PixelBox& slingshot, Pixel release);

/// The shot that lets the bird go at a point of the screen.
Shot shot_from_release(const Observation& seen, Pixel release);

/// When the published client taps: as the bird passes `percent` of the way from the slingshot's left edge to
/// the target's column; 0 for 0 %.
int planned_tap_ms(const PixelBox& slingshot, const Release& release, double target_x_px, int percent);

}  // namespace novphy
