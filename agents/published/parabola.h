#pragma once

#include <vector>

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

}  // namespace novphy
