#include "agents/published/datalab_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <set>

namespace novphy::datalab {

namespace {

constexpr double kBlockedScore = -65536;
constexpr double kEmptyPathScore = -4096;
constexpr double kSteepDeg = 50;  // paths that begin steeper cost more
constexpr double kSteepFactor = 1.2;
constexpr double kMiddleBonus = 1;
constexpr double kLeastBuildingScore = 1000;

/// A number for each kind of thing that a bird can meet.
struct ByMaterial {
  int pig = 0;  ///< and TNT
  int ice = 0;
  int wood = 0;
  int stone = 0;

  int of(SeenKind kind) const {
    if (kind == SeenKind::kIce) return ice;
    if (kind == SeenKind::kWood) return wood;
    return kind == SeenKind::kStone ? stone : pig;
  }
};

// Rows: red, yellow, blue, black, white bird.
constexpr std::array kCosts{ByMaterial{5500, 1200, 500, 1400}, ByMaterial{5400, 1400, 600, 4200},
                            ByMaterial{5400, 100, 300, 3300}, ByMaterial{5300, 2000, 3600, 1450},
                            ByMaterial{5300, 1500, 2600, 4000}};
constexpr std::array kHarms{ByMaterial{5500, 1200, 1400, 500}, ByMaterial{5400, 1400, 4200, 600},
                            ByMaterial{5400, 3300, 300, 100}, ByMaterial{5300, 2000, 1450, 3600},
                            ByMaterial{5300, 4000, 2600, 1500}};

const ByMaterial& row(const std::array<ByMaterial, 5>& table, SeenKind bird) {
  return table.at(static_cast<std::size_t>(bird));
}

int block_cost(const Aiming& aiming, const PlannedThrow& planned, const Obstacle& obstacle) {
  const double far_px = distance_px(obstacle.at, planned.target.middle()) - bird_radius_px(aiming.bird);
  return java_int((std::pow(far_px, 1.4) / 400 + 1) * row(kCosts, aiming.bird).of(obstacle.object.kind));
}

/// Adds up, for all objects nearer than `reach_px`, by how many pixels they are nearer, times their worth,
/// divided by 100. The sum is cut to an integer after each object.
template <class Worth>
int nearby(int sum, const std::vector<Sighted>& objects, Pixel aim, double reach_px, Worth worth) {
  for (const Sighted& each : objects)
    if (const double far_px = distance_px(each.middle(), aim); far_px < reach_px)
      sum = java_int(sum + (reach_px - far_px) / 100 * worth(each.kind));
  return sum;
}

/// Whether a pig's upper left corner is near enough to the middle of TNT. The middle may lie between two
/// pixels.
bool pig_is_near(const SightedObjects& sight, const Sighted& tnt) {
  constexpr double kReachPx = 90;
  const double x_px = (tnt.box.left + tnt.box.right) / 2.0;
  const double y_px = (tnt.box.top + tnt.box.bottom) / 2.0;
  return std::any_of(sight.pigs.begin(), sight.pigs.end(), [&](const Sighted& pig) {
    return std::abs(pig.box.left - x_px) < kReachPx && std::abs(pig.box.top - y_px) < kReachPx;
  });
}

bool comes_before(const Candidate& a, const Candidate& b) {
  if (a.path_score != b.path_score) return a.path_score > b.path_score;
  if (a.planned.way.pigs != b.planned.way.pigs) return a.planned.way.pigs > b.planned.way.pigs;
  return a.planned.aim.x < b.planned.aim.x;
}

/// The kind of the first thing that a throw meets.
SeenKind first_met(const PlannedThrow& planned) {
  return planned.way.blocks.empty() ? planned.target.kind : planned.way.blocks.front().object.kind;
}

bool other_bird_harms_more(const SightedObjects& sight, SeenKind kind, int harm) {
  return std::any_of(sight.birds.begin(), sight.birds.end(),
                     [&](const Sighted& bird) { return row(kHarms, bird.kind).of(kind) > harm; });
}

/// The candidate that a strategy offers.
std::optional<Candidate> offer(const Aiming& aiming, std::vector<Candidate> candidates) {
  sort_candidates(aiming, candidates);
  const Candidate* found = chosen(aiming, candidates);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

}  // namespace

double path_score(const Aiming& aiming, const PlannedThrow& planned) {
  if (planned.way.platform) return kBlockedScore;
  if (planned.way.empty) return kEmptyPathScore;
  double score = 0;
  for (const Obstacle& each : planned.way.blocks) score -= block_cost(aiming, planned, each);
  const bool steep = aiming.planner.release_angle_rad(planned.release.at) > radians(kSteepDeg);
  return steep ? score * kSteepFactor : score;
}

std::vector<Candidate> pig_candidates(const Aiming& aiming) {
  std::vector<Candidate> all;
  for (PlannedThrow& planned : pig_throws(aiming)) {
    const double path = path_score(aiming, planned);
    const double score = kPigScore * (1 + planned.way.pigs) + path;
    const double bonus = planned.aim == planned.target.middle() ? kMiddleBonus : 0;
    all.push_back({.planned = std::move(planned), .path_score = path + bonus, .score = score});
  }
  return all;
}

std::vector<PlannedThrow> tnt_throws(const Aiming& aiming) {
  std::vector<PlannedThrow> all;
  for (const Sighted& tnt : aiming.sight.tnts) {
    if (!pig_is_near(aiming.sight, tnt)) continue;
    std::vector<PlannedThrow> some = throws_at(aiming, tnt);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

int surroundings_score(const SightedObjects& sight, Pixel aim) {
  constexpr ByMaterial kBlocks{.pig = 0, .ice = 50, .wood = 100, .stone = 400};
  int sum = nearby(0, sight.blocks, aim, 60, [&](SeenKind kind) { return kBlocks.of(kind); });
  sum = nearby(sum, sight.pigs, aim, 110, [](SeenKind) { return 3700; });
  return nearby(sum, sight.tnts, aim, 50, [](SeenKind) { return 2500; });
}

std::vector<Candidate> tnt_candidates(const Aiming& aiming) {
  std::vector<Candidate> all;
  for (PlannedThrow& planned : tnt_throws(aiming)) {
    const double path = path_score(aiming, planned);
    const double score =
        surroundings_score(aiming.sight, planned.aim) + java_int(1.2 * path) + kPigScore * planned.way.pigs;
    all.push_back({.planned = std::move(planned), .path_score = path, .score = score});
  }
  return all;
}

void sort_candidates(const Aiming& aiming, std::vector<Candidate>& candidates) {
  std::stable_sort(candidates.begin(), candidates.end(), comes_before);
  const auto angle_rad = [&](const Candidate& each) {
    return aiming.planner.release_angle_rad(each.planned.release.at);
  };
  // std::stable_sort cannot use "a radian apart", because this order is not transitive.
  for (auto it = candidates.begin(); it != candidates.end(); ++it)
    for (auto at = it; at != candidates.begin(); --at) {
      if (comes_before(*std::prev(at), *at) || angle_rad(*std::prev(at)) - angle_rad(*at) < 1) break;
      std::iter_swap(at, std::prev(at));
    }
}

const Candidate* chosen(const Aiming& aiming, const std::vector<Candidate>& sorted) {
  constexpr int kMostHarm = 65535;
  const Candidate* best = nullptr;
  int least = kMostHarm;
  std::set<std::size_t> targets;
  for (const Candidate& each : sorted) {
    const SeenKind met = first_met(each.planned);
    const int harm = row(kHarms, aiming.bird).of(met);
    const bool known = !targets.insert(each.planned.target.index).second;
    if (known || each.planned.way.platform || harm >= least || other_bird_harms_more(aiming.sight, met, harm))
      continue;
    least = harm;
    best = &each;
  }
  if (best == nullptr && !sorted.empty()) best = &sorted.front();
  return best;
}

std::optional<Candidate> best_candidate(const Aiming& aiming, Rng& draws) {
  std::optional<Candidate> best;
  double most = kBlockedScore;
  const auto take = [&](std::optional<Candidate> found) {
    if (!found || found->score <= most) return;
    most = found->score;
    best = std::move(found);
  };
  std::vector<Candidate> buildings = building_candidates(aiming, draws);
  std::stable_sort(buildings.begin(), buildings.end(),
                   [](const Candidate& a, const Candidate& b) { return a.planned.aim.x < b.planned.aim.x; });
  if (const Candidate* found = chosen(aiming, buildings);
      found != nullptr && found->score >= kLeastBuildingScore)
    take(*found);
  take(offer(aiming, pig_candidates(aiming)));
  take(offer(aiming, tnt_candidates(aiming)));
  return best;
}

int tap_ms(const Aiming& aiming, const PlannedThrow& planned, Rng& draws) {
  const JavaPlanner& planner = aiming.planner;
  const int target_x_px = planned.target.middle().x;
  const double first_percent = planner.percent_of_way(planned.way.first_x_px, target_x_px);
  const bool steep = planner.release_angle_rad(planned.release.at) > radians(kSteepDeg);
  switch (aiming.bird) {
    case SeenKind::kYellowBird:
      return planner.tap_ms(planned.release.at, target_x_px, first_percent - (steep ? 10 : 15));
    case SeenKind::kBlueBird:
      return planner.tap_ms(planned.release.at, target_x_px, first_percent - 15);
    case SeenKind::kWhiteBird:
      return planner.tap_ms(planned.release.at, target_x_px - 10, draws.integer(95, 98));
    case SeenKind::kBlackBird:
      return planner.tap_ms(planned.release.at, target_x_px, 100) + 500;
    default:
      return 0;
  }
}

}  // namespace novphy::datalab

namespace novphy {

void Datalab::begin_trial(std::uint64_t seed) { rng_ = Rng::stream(seed, "agents/datalab"); }

Shot Datalab::choose(const Observation& seen) {
  const auto best = [&](const Aiming& aiming) -> std::optional<PlannedThrow> {
    const std::optional<datalab::Candidate> found = datalab::best_candidate(aiming, rng_);
    return found ? std::optional(found->planned) : std::nullopt;
  };
  const auto tap_ms = [&](const Aiming& aiming, const PlannedThrow& planned) {
    return datalab::tap_ms(aiming, planned, rng_);
  };
  return shot_of_best(seen, {.kinds = kinds_, .planner = JavaPlanner(seen.slingshot), .rng = rng_}, best,
                      tap_ms);
}

}  // namespace novphy
