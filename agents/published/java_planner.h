#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "agents/published/planner.h"
#include "sim/observation.h"

namespace novphy {

/// The published trajectory planner of the agents in Java, Datalab and Eagle's Wing, exact to the pixel. It
/// computes in units in which the slingshot's box (width plus height) and gravity are 1. Like the Python
/// planner (planner.h), it shoots only to the right and assumes in every world that gravity points down.
class JavaPlanner {
 public:
  /// `speed_factor` scales the launch speeds that the planner assumes.
  explicit JavaPlanner(const PixelBox& slingshot, double speed_factor = 1);

  /// The point from which the planner measures releases and paths.
  Pixel reference() const { return reference_; }
  /// The low release for a target, then the high one if its angle is below 81 degrees. No release if the
  /// target is out of the planner's reach.
  std::vector<Release> releases(Pixel target) const;
  /// The release for a pull at this elevation: ten heights of the slingshot's box away.
  Release release_at(double angle_rad) const;
  /// The elevation of a release, counter-clockwise from the right. Inverts releases(), as far as whole pixels
  /// allow.
  double release_angle_rad(Pixel release) const;
  /// The elevation at which the planner expects the flight of a release to begin.
  double flight_angle_rad(Pixel release) const;
  PredictedPath path(Pixel release) const;
  /// The time in milliseconds at which the bird has covered `percent` of the horizontal distance from the
  /// slingshot's left edge to the target. It is 0 for 0 %, and at most 1000 s.
  int tap_ms(Pixel release, int target_x_px, double percent) const;

  /// How far a column lies along the way from the slingshot's left edge to the target, in percent. 100 if
  /// there is no such way.
  double percent_of_way(int x_px, int target_x_px) const;

  /// The launch speed, in its units, that the planner assumes for an elevation.
  double speed(double angle_rad) const;
  /// Width plus height of the slingshot's box, in pixels.
  double unit_px() const { return unit_px_; }

 private:
  struct Found {
    double angle_rad = 0;
    double error = 0;
  };
  Found search(double middle_rad, double x, double y) const;

  PixelBox slingshot_;
  double speed_factor_;
  double unit_px_;
  Pixel reference_;
};

/// A number as Java casts it to an integer: cut towards zero, 0 for NaN, and the largest or smallest integer
/// for numbers out of range.
inline int java_int(double value) {
  if (std::isnan(value)) return 0;
  constexpr double kLeast = std::numeric_limits<int>::min();
  constexpr double kMost = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp(value, kLeast, kMost));
}

}  // namespace novphy
