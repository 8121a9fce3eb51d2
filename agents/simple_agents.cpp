#include "agents/simple_agents.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "agents/published/planner.h"

namespace novphy {
namespace {

// Times of taps in the published code. NovPhy's birds are red, and a tap has no effect on them.
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

void Oracle::told_task(const Task& task) {
  shots_ = solve_(task);
  next_ = 0;
  novel_ = !task.novelties.empty();
  faces_left_ = task.slingshot.faces_left;
}

Shot Oracle::choose(const Observation& /*seen*/) {
  if (next_ < shots_.size()) return shots_[next_++];
  return aimed(radians(faces_left_ ? 135 : 45), 1);
}

void PigShooter::begin_trial(std::uint64_t seed) { rng_ = Rng::stream(seed, "agents/pig_shooter"); }

Shot PigShooter::choose(const Observation& seen) {
  std::vector<SeenObject> pigs;
  std::copy_if(seen.objects.begin(), seen.objects.end(), std::back_inserter(pigs), is_labelled_pig);
  if (pigs.empty()) return published_way_out(seen);

  const Vec2 target_px = middle_px(pick(pigs, rng_));
  const std::vector<Release> releases = plan_releases(seen.slingshot, target_px);
  if (releases.empty()) return published_way_out(seen);
  const Release& release = pick(releases, rng_);
  return published_throw(seen, release, target_px.x, rng_);
}

}  // namespace novphy
