#pragma once

#include <optional>
#include <vector>

#include "sim/effects.h"
#include "sim/scene.h"

namespace novphy {

/// Certain ends: a bird's turn is over as soon as nothing that is left to happen can change who wins, the
/// score, or what the next bird meets. All birds in the world go at that moment, as they do when they rest.
/// The argument for each rule stands in certain_end.cpp.
///
/// The next bird is taken to be launched after that moment. A bird that is launched earlier, while the one
/// before still moves, may find that bird gone sooner than it would be without certain ends.
class CertainEnd {
 public:
  /// Looks up the fixed bodies of a world, which stay where they are.
  explicit CertainEnd(const Scene& scene);

  /// Whether that moment has come. False says nothing: no rule proves it.
  bool reached(const Scene& scene, const Effects& effects) const;

 private:
  struct Flight;
  Flight flight_of(const Scene& scene, int bird) const;
  bool can_do_nothing(const Scene& scene, const Effects& effects, int bird) const;
  Bounds reach_of(const Flight& bird) const;
  bool goes_one_way(const Flight& bird, double top_m) const;
  Bounds between(double left_m, double right_m, double low_m, double high_m) const;

  double up_ = 0;  ///< 1 where things fall downwards, -1 where upwards; heights are y times this
  double half_width_m_ = 0;
  std::optional<double> floor_m_{};  ///< height of a flat floor between the edges of the world
  std::vector<Bounds> obstacles_{};  ///< all other fixed bodies that birds touch
};

}  // namespace novphy
