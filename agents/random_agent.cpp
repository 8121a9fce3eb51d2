#include "agents/random_agent.h"

#include "agents/published/planner.h"

namespace novphy {
namespace {

// Times of taps in the published code. NovPhy's birds are red, and a tap does not change a red bird.
constexpr int kFirstTapMs = 50;
constexpr int kLastTapMs = 80;

}  // namespace

void RandomAgent::begin_trial(std::uint64_t seed) { rng_ = Rng::stream(seed, "agents/random"); }

Shot RandomAgent::choose(const Observation& seen) {
  const int right_px = rng_.integer(range_.left_px, range_.right_px);
  const int up_px = rng_.integer(range_.down_px, range_.up_px);
  const int tap_ms = rng_.integer(kFirstTapMs, kLastTapMs);
  const Pixel reference = reference_point(seen.slingshot);
  Shot shot = shot_from_release(seen, {reference.x + right_px, reference.y - up_px});
  shot.tap_ms = tap_ms;
  return shot;
}

}  // namespace novphy
