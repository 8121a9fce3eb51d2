#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "agents/sighted.h"
#include "sim/rng.h"
#include "sim/task.h"

namespace novphy {

/// The shots that a learning agent can choose from, numbered from 0.
enum class ActionSet {
  /// A low shot (even numbers) and a high one (odd numbers) at each of the first 24 objects seen, aimed by
  /// the published planner. Source: the NovPhy paper, whose learning agents shoot with the trajectory
  /// planner.
  kPlanner,
  /// The same at five points of each object: the centre of its box, then the middles of the box's left,
  /// upper, right and lower edge. Action 10 o + 2 p + h aims at point p of object o, low (h = 0) or high (h =
  /// 1).
  kPoints,
  /// Full pull in 180 directions to the right, one for each degree from -90 to 89 degrees above the
  /// horizontal. Source: the published code of Phy-Q's learning agents.
  kGrid,
};

/// The set called "planner", "points" or "grid". Nothing for another name.
std::optional<ActionSet> action_set_named(std::string_view name);
std::string_view name(ActionSet set);
/// An action in words: "30 degrees", "low at object 3" or "high at point 2 of object 3".
std::string words(ActionSet set, int action);

int action_count(ActionSet set);

/// The shot of an action, from the cells of an ObjectTable. Nothing for a planner action whose object is
/// missing, lies on the slingshot or is out of reach. `action` must be below action_count().
std::optional<Shot> action_shot(ActionSet set, int action, std::span<const float> table);

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

/// A throw and how one of an agent's strategies rates it.
struct ScoredThrow {
  PlannedThrow planned;
  double score = 0;
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

/// What an agent in Java sees and reckons with.
struct JavaAgent {
  const KindClassifier& kinds;
  const JavaPlanner& planner;
  Rng& rng;
};

/// The shot of an agent in Java: best(aiming) is its throw and tap_ms(aiming, throw) the time of its tap. A
/// random shot if it sees no bird, or has no throw. Throws GivesUp for a throw that is released to the right.
template <class Best, class TapMs>
Shot shot_of_best(const Observation& seen, const JavaAgent& agent, const Best& best, const TapMs& tap_ms) {
  const SightedObjects sight = sighted(seen, agent.kinds);
  const std::optional<SeenKind> bird = sight.bird();
  if (!bird) return random_shot(seen, agent.planner, bird, agent.rng);
  const Aiming aiming{.sight = sight, .planner = agent.planner, .bird = *bird};
  const std::optional<PlannedThrow> planned = best(aiming);
  if (!planned) return random_shot(seen, agent.planner, bird, agent.rng);
  if (planned->release.at.x >= agent.planner.reference().x) throw GivesUp();
  Shot shot = shot_by(seen, planned->release);
  shot.tap_ms = tap_ms(aiming, *planned);
  return shot;
}

}  // namespace novphy
