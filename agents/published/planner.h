#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "sim/observation.h"
#include "sim/rng.h"
#include "sim/task.h"
#include "sim/vec2.h"

namespace novphy {

/// A slingshot ready to launch, in a world without obstacles and forces.
struct Launcher {
  Vec2 anchor_m;                    ///< rest point of the bird
  double pull_m = 0;                ///< distance from the anchor to the start, against the launch direction
  double speed_per_pull_per_s = 0;  ///< launch speed for each metre of pull
  Vec2 gravity_mps2;                ///< the task's gravity, times the bird's gravity scale
};

/// A launch angle whose flight passes a point.
struct Aim {
  double angle_rad = 0;  ///< direction of the launch in (-pi, pi], counter-clockwise from the right
  double flight_s = 0;   ///< from the launch to the point
};

/// The bird's place flight_s seconds after a launch.
Vec2 flight_point_m(const Launcher& launcher, double angle_rad, double flight_s);

/// Every launch angle whose exact parabola, which begins at the pulled-back point, passes the target. There
/// are at most four, the quickest (low) flight first, and none if the target is out of reach. Works to either
/// side and with gravity in any direction.
std::vector<Aim> aims_through(const Launcher& launcher, Vec2 target_m);

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

bool has_outline(const SeenObject& object);

/// Whether an object has an outline and the label of a pig: pig_basic_small_1, pink_pig_small_1, or, for pink
/// pigs in the original, PinkPig_1 and PinkBigPig_1.
bool is_labelled_pig(const SeenObject& object);

/// The middle of the box around an object with an outline.
Vec2 middle_px(const SeenObject& object);

/// Pig Shooter's shot for a planned release, including the published error of the release point. The tap is
/// drawn for the labelled bird whose top is nearest to the slingshot's top.
Shot published_throw(const Observation& seen, const Release& planned, double target_x_px, Rng& rng);

/// Pig Shooter's shot when its planner finds no flight: a fixed release far down left.
Shot published_way_out(const Observation& seen);

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
