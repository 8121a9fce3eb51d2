#pragma once

#include "sim/vec2.h"

namespace novphy {

/// What a player does with one bird.
struct Shot {
  Vec2 drag_m{};    ///< drag: where the bird is pulled to, relative to its rest point; the world clamps the
                    ///< drag's length
  int tap_ms = -1;  ///< time of the tap after the launch; negative: no tap
  /// Time from the previous launch to this one; for the first bird, from settling. The bird is launched at
  /// the latest when the time cap has passed, and never before the previous bird's first contact. Negative:
  /// the bird is launched once the previous bird is gone and all is still.
  int launch_ms = -1;
  /// Time that the player took for the decision. It counts only in tasks with a time limit. Negative: not
  /// measured, which counts as 0.
  int thought_ms = -1;

  friend bool operator==(const Shot&, const Shot&) = default;
};

/// A shot with launch direction angle_rad (0 is to the right, counter-clockwise), pulled back by pull_m.
inline Shot aimed(double angle_rad, double pull_m, int tap_ms = -1) {
  return {.drag_m = -pull_m * rotated({1, 0}, angle_rad), .tap_ms = tap_ms};
}

/// The launch direction of a shot, in (-pi, pi].
inline double launch_angle_rad(const Shot& shot) { return std::atan2(0 - shot.drag_m.y, 0 - shot.drag_m.x); }

}  // namespace novphy
