#pragma once

#include "sim/vec2.h"

namespace novphy {

/// What a player does with one bird.
struct Shot {
  Vec2 drag_m{};    ///< where the bird is pulled to, from its rest point; the world clamps its length
  int tap_ms = -1;  ///< after the launch; negative: no tap
  /// After the previous launch (after settling, for the first bird): the time cap at most, and never before
  /// the previous bird's first contact. Negative: when that bird is gone and all is still.
  int launch_ms = -1;

  friend bool operator==(const Shot&, const Shot&) = default;
};

/// A shot that starts towards angle_rad (0 is to the right, counter-clockwise), pulled by pull_m.
inline Shot aimed(double angle_rad, double pull_m, int tap_ms = -1) {
  return {.drag_m = -pull_m * rotated({1, 0}, angle_rad), .tap_ms = tap_ms};
}

/// The direction in which a shot starts, in (-pi, pi].
inline double launch_angle_rad(const Shot& shot) { return std::atan2(0 - shot.drag_m.y, 0 - shot.drag_m.x); }

}  // namespace novphy
