#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sim/observation.h"
#include "sim/shot.h"
#include "sim/vec2.h"

namespace novphy {

/// A point of the screen from which the published planner would let the bird go.
struct Release {
  Pixel at;
  double angle_rad = 0;  ///< elevation that the planner computed, corrections included; always to the right
};

/// A predicted path in pixels of the screen: one point for each column, from a planner's reference point to
/// the right. It may leave the screen.
using PredictedPath = std::array<Pixel, 640>;

/// The point at which the published client takes the resting bird to be. It lies 0.45 w to the right of and
/// 0.35 w below the top left corner of the slingshot's box, cut to whole pixels; both offsets use the width
/// w. Shots in pixels are relative to this point.
Pixel reference_point(const PixelBox& slingshot);

/// The published Python trajectory planner (phy-q/benchmark). Gives the low and then the high release for a
/// target, or none if its formula finds the target out of reach. It shoots only to the right and upwards, and
/// assumes in every world that gravity points down.
std::vector<Release> plan_releases(const PixelBox& slingshot, Vec2 target_px);

/// The elevation that the published client reads from a release, counter-clockwise from the right.
double release_angle_rad(const PixelBox& slingshot, Pixel release);

/// The path that the published Python planner predicts for a release: a parabola from the reference point,
/// with the planner's numbers and heights cut to whole pixels towards zero.
PredictedPath predicted_path(const PixelBox& slingshot, Pixel release);

/// The shot that releases the bird at a point of the screen. It has no pull if the observation has no scale.
Shot shot_from_release(const Observation& seen, Pixel release);

/// The time in milliseconds at which the published client taps: when the bird has covered `percent` of the
/// horizontal distance from the slingshot's left edge to the target. It is 0 for 0 %, and at most 1000 s.
int planned_tap_ms(const PixelBox& slingshot, const Release& release, double target_x_px, int percent);

/// The published planner's shot at an object of an ObjectTable; `object` is its row, from 0. The target is a
/// point of the row's box, given as shares of the width from the left and of the height from the top, by
/// default the centre. Nothing if the row is unused, lies on the slingshot, or is out of the planner's reach.
std::optional<Shot> planned_shot(std::span<const float> table, std::size_t object, bool high,
                                 Vec2 point = {0.5, 0.5});

}  // namespace novphy
