#pragma once

#include <optional>

#include "agents/throws.h"
#include "sim/observation.h"

/// The rules of Eagle's Wing, without its random throw. docs/agents/eagles_wing.md says which rules are sure
/// and which declared.
namespace novphy::eagles_wing {

/// What the agent knows beside the observation.
struct Situation {
  bool sees_circles = false;  ///< the variant with the strategy RoundStone
  bool first_shot = true;     ///< of the task
};

/// The throw at a pig: the first by path (clear, blocks in the way, platform in the way), pigs on the path,
/// column and angle, the low throw before the high one. Nothing where no pig is in reach.
std::optional<PlannedThrow> pig_throw(const Aiming& aiming);

/// What the strategy Penetration thinks of a throw at a pig: 20 for each block that the bird breaks on the
/// whole path before the first block that it does not break, and 40 for each pig or TNT, or 0 where this is
/// too small a share of all blocks. Nothing for birds that break nothing, with a platform in the way, or with
/// another block in the way before the pig.
std::optional<int> penetration_score(const Aiming& aiming, const PlannedThrow& planned, bool first_shot);

/// The throw that Eagle's Wing chooses. Nothing where there is nothing to throw at.
std::optional<PlannedThrow> best_throw(const Aiming& aiming, const Observation& seen,
                                       const Situation& situation);

/// When to tap, in milliseconds after the launch.
int tap_ms(const Aiming& aiming, const PlannedThrow& planned);

}  // namespace novphy::eagles_wing
