#include "agents/pig_shooter.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "agents/published/published_throw.h"

namespace novphy {

void PigShooter::begin_trial(std::uint64_t seed) { rng_ = Rng::stream(seed, "agents/pig_shooter"); }

Shot PigShooter::choose(const Observation& seen) {
  std::vector<SeenObject> pigs;
  std::copy_if(seen.objects.begin(), seen.objects.end(), std::back_inserter(pigs), is_labelled_pig);
  if (pigs.empty()) return published_way_out(seen);

  const int pig = rng_.integer(0, static_cast<int>(pigs.size()) - 1);
  const Vec2 target_px = middle_px(pigs[static_cast<std::size_t>(pig)]);
  const std::vector<Release> releases = plan_releases(seen.slingshot, target_px);
  if (releases.empty()) return published_way_out(seen);

  const int coin = rng_.integer(0, static_cast<int>(releases.size()) - 1);
  return published_throw(seen, releases[static_cast<std::size_t>(coin)], target_px.x, rng_);
}

}  // namespace novphy
