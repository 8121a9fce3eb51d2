#pragma once

#include <optional>
#include <vector>

#include "agents/sighted.h"
#include "sim/rng.h"
#include "sim/shot.h"

namespace novphy {

/// What the agents in Java aim with.
struct Aiming {
  const SightedObjects& sight;
  const JavaPlanner& planner;
  Look bird = Look::kRedBird;
};

/// A throw that an agent in Java considers.
struct PlannedThrow {
  Sighted target;
  Pixel aim;  ///< the point of the target at which the throw aims
  Release release;
  InTheWay way;
};

/// The throw by a release, with what is in its way to the target.
PlannedThrow thrown(const Aiming& aiming, const Sighted& target, Pixel aim, const Release& release);

/// Throws at the target's middle and at its neighbours left, above, right and below, one bird's radius away,
/// in this order, each low, then high.
std::vector<PlannedThrow> throws_at(const Aiming& aiming, const Sighted& target);

/// Throws of a white bird: low, over five points at the target's upper edge and above all blocks over them,
/// from where the egg falls on the target.
std::vector<PlannedThrow> egg_throws_at(const Aiming& aiming, const Sighted& target);

/// Throws at all pigs, a white bird's by its egg where there are such throws.
std::vector<PlannedThrow> pig_throws(const Aiming& aiming);

/// The shot by a release. A straight pull where the observation has no slingshot or no scale.
Shot shot_by(const Observation& seen, const Release& release);

/// A shot between 30 and 58.6 degrees with a tap after 2 to 3 s, at random. A black bird is tapped at once.
Shot random_shot(const Observation& seen, const JavaPlanner& planner, std::optional<Look> bird, Rng& rng);

}  // namespace novphy
