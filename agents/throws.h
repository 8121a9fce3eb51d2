#pragma once

#include <optional>
#include <vector>

#include "agents/sighted.h"
#include "sim/rng.h"
#include "sim/shot.h"

namespace novphy {

/// What an agent in Java uses for aiming.
struct Aiming {
  const SightedObjects& sight;
  const JavaPlanner& planner;
  SeenKind bird = SeenKind::kRedBird;
};

/// A throw that an agent in Java considers.
struct PlannedThrow {
  Sighted target;
  Pixel aim;  ///< the point of the target that the throw aims at
  Release release;
  InTheWay way;
};

/// The throw that a release gives, with what is in its way to the target.
PlannedThrow thrown(const Aiming& aiming, const Sighted& target, Pixel aim, const Release& release);

/// Throws at the target's middle and at the points one bird's radius to the left, above, to the right and
/// below, in this order. Each point has a low throw, then a high one.
std::vector<PlannedThrow> throws_at(const Aiming& aiming, const Sighted& target);

/// Throws of a white bird, whose egg falls on the target: low throws over five points at the target's upper
/// edge, above all blocks over these points.
std::vector<PlannedThrow> egg_throws_at(const Aiming& aiming, const Sighted& target);

/// Throws at all pigs. A white bird throws its egg at them where it can.
std::vector<PlannedThrow> pig_throws(const Aiming& aiming);

/// The shot that a release gives. A straight pull if the observation has no slingshot or no scale.
Shot shot_by(const Observation& seen, const Release& release);

/// A random shot between 30 and 58.6 degrees with a tap after 2 to 3 s. A black bird is tapped at once.
Shot random_shot(const Observation& seen, const JavaPlanner& planner, std::optional<SeenKind> bird, Rng& rng);

}  // namespace novphy
