#pragma once

#include <vector>

#include "sim/vec2.h"

namespace novphy {

/// A slingshot ready to launch, in a world without obstacles and forces.
struct Launcher {
  Vec2 anchor_m;                    ///< rest point of the bird
  double pull_m = 0;                ///< the flight starts this far from the anchor, opposite to its direction
  double speed_per_pull_per_s = 0;  ///< launch speed for each metre of pull
  Vec2 gravity_mps2;                ///< as the bird feels it: the task's, times the bird's gravity scale
};

/// A launch angle whose flight passes a point.
struct Aim {
  double angle_rad = 0;  ///< direction of the launch in (-pi, pi], 0 to the right, counter-clockwise
  double flight_s = 0;   ///< from the launch to the point
};

/// Where the bird is that long after a launch.
Vec2 flight_point_m(const Launcher& launcher, double angle_rad, double flight_s);

/// Every launch angle whose exact parabola, begun at the pulled-back point, passes the target: the quickest
/// (low) first, at most four; none where the target is out of reach. Works to either side and with gravity in
/// any direction.
std::vector<Aim> aims_through(const Launcher& launcher, Vec2 target_m);

}  // namespace novphy
