#pragma once

#include <optional>
#include <vector>

#include "sim/effects.h"
#include "sim/scene.h"

namespace novphy {

/// Finds certain ends. The end of a bird's turn is certain as soon as no further motion can change the
/// result, the score, or the bodies that the next bird meets. All birds in the world are then taken out at
/// once, just as birds at rest are. certain_end.cpp gives the argument for each rule.
///
/// The rules assume that the next bird flies after the certain end. If it flies earlier, while the previous
/// bird still moves, that bird may be taken out sooner than without certain ends.
class CertainEnd {
 public:
  /// Stores the fixed bodies of the scene.
  explicit CertainEnd(const Scene& scene);

  /// Whether the turn's end is certain now. False only means that no rule proves it.
  bool reached(const Scene& scene, const Effects& effects) const;

 private:
  struct Flight;
  Flight flight_of(const Scene& scene, int bird) const;
  bool can_do_nothing(const Scene& scene, const Effects& effects, int bird) const;
  BoundingBox reach_of(const Flight& bird) const;
  bool goes_one_way(const Flight& bird, double top_m) const;
  BoundingBox between(double left_m, double right_m, double low_m, double high_m) const;

  double up_ = 0;  ///< 1 if gravity points downwards, -1 if upwards, 0 otherwise; a height is y times up_
  double half_width_m_ = 0;
  /// Height of the flat floor between the edges of the world, if the world has one.
  std::optional<double> floor_m_{};
  bool belts_ = false;              ///< whether a fixed body carries along what touches it
  std::optional<double> bounce_{};  ///< the largest restitution of altered fixed bodies, if there are any
  std::vector<BoundingBox> entrances_{};  ///< boxes around the portals that birds may enter
  std::vector<BoundingBox> obstacles_{};  ///< boxes of all other fixed bodies that collide with birds
};

}  // namespace novphy
