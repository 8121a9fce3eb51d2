#pragma once

#include <span>
#include <utility>
#include <vector>

#include "sim/shot.h"
#include "sim/world.h"

namespace novphy {

/// A disk that a body passed through in a play. Distractors stay out of the disk.
struct Passed {
  Vec2 at_m{};
  double radius_m = 0;
  bool operator==(const Passed&) const = default;
};

/// The disks that all moving bodies, birds included, passed through in a play. A body counts as moving when
/// faster than 0.05 m/s.
using Ways = std::vector<Passed>;

/// Follows the bodies of a play. `look` is called after each time step. The first call looks at the bodies,
/// and so does every third call that follows.
class WayFollower {
 public:
  void look(const World& world);
  /// The ways so far. The follower is empty afterwards.
  Ways take() { return std::move(ways_); }

 private:
  int steps_ = 0;
  Ways ways_{};
};

/// The ways in plays of these shots, one after the other. The plays run without certain ends
/// (sim/certain_end.h), so that birds are followed until they rest.
Ways ways_of(const Task& task, std::span<const std::vector<Shot>> plays, const Catalogue& catalogue,
             const Physics& physics);

}  // namespace novphy
