#include "agents/published/datalab.h"

#include "agents/published/datalab_rules.h"
#include "agents/throws.h"

namespace novphy {

void Datalab::begin_trial(std::uint64_t seed) { rng_ = Rng::stream(seed, "agents/datalab"); }

Shot Datalab::choose(const Observation& seen) {
  const SightedObjects sight = sighted(seen, kinds_);
  const JavaPlanner planner(seen.slingshot);
  const std::optional<Look> bird = sight.bird();
  if (!bird) return random_shot(seen, planner, bird, rng_);
  const Aiming aiming{.sight = sight, .planner = planner, .bird = *bird};
  const std::optional<datalab::Candidate> best = datalab::best_candidate(aiming, rng_);
  if (!best || best->planned.release.at.x >= planner.reference().x)
    return random_shot(seen, planner, bird, rng_);
  Shot shot = shot_by(seen, best->planned.release);
  shot.tap_ms = datalab::tap_ms(aiming, best->planned, rng_);
  return shot;
}

}  // namespace novphy
