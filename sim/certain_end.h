#pragma once

#include <optional>
#include <vector>

#include "sim/effects.h"
#include "sim/scene.h"

namespace novphy {

/// Finds certain ends. A bird's turn has a certain end as soon as no further motion can change the result,
/// the score, or the bodies that the next bird meets. All birds in the world are taken out at that moment, as
/// birds at rest are. The argument for each rule stands in certain_end.cpp.
///
/// The rules assume that the next bird is launched after the certain end. If the next bird is launched
/// earlier, while the previous bird still moves, the previous bird may be taken out sooner than without
/// certain ends.
class CertainEnd {
 public:
  /// Stores the fixed bodies of the scene.
  explicit CertainEnd(const Scene& scene);

  /// Whether the turn has a certain end now. False only means that no rule proves a certain end.
  bool reached(const Scene& scene, const Effects& effects) const;

 private:
  struct Flight;
  Flight flight_of(const Scene& scene, int bird) const;
  bool can_do_nothing(const Scene& scene, const Effects& effects, int bird) const;
  Bounds reach_of(const Flight& bird) const;
  bool goes_one_way(const Flight& bird, double top_m) const;
  Bounds between(double left_m, double right_m, double low_m, double high_m) const;

  double up_ = 0;  ///< 1 if gravity points downwards, -1 if upwards, 0 otherwise; a height is y times up_
  double half_width_m_ = 0;
  /// Height of the flat floor between the edges of the world, if the world has one.
  std::optional<double> floor_m_{};
  std::vector<Bounds> obstacles_{};  ///< boxes of all other fixed bodies that collide with birds
};

}  // namespace novphy
