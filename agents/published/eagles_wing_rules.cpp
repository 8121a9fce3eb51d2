#include "agents/published/eagles_wing_rules.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "agents/published/datalab_rules.h"
#include "agents/published/round_stone.h"

namespace novphy::eagles_wing {
namespace {

/// A throw and its score. Throws with a platform in the way are never offered.
struct Offer {
  PlannedThrow planned;
  double score = 0;
};

/// 0 for a clear path, 1 with blocks in the way, 2 with a platform in the way.
int rank(const InTheWay& planned) {
  if (planned.platform) return 2;
  return planned.blocks.empty() ? 0 : 1;
}

bool comes_first(const PlannedThrow& a, const PlannedThrow& b) {
  return std::tuple(rank(a.way), -a.way.pigs, a.aim.x, a.release.angle_rad) <
         std::tuple(rank(b.way), -b.way.pigs, b.aim.x, b.release.angle_rad);
}

std::optional<PlannedThrow> first_of(std::vector<PlannedThrow> throws) {
  const auto first = std::min_element(throws.begin(), throws.end(), comes_first);
  if (first == throws.end()) return std::nullopt;
  return std::move(*first);
}

std::optional<Offer> dynamite(const Aiming& aiming) {
  std::optional<PlannedThrow> planned = first_of(datalab::tnt_throws(aiming));
  if (!planned || planned->way.platform) return std::nullopt;
  constexpr int kPigOnPath = 5000;
  const int score = datalab::surroundings_score(aiming.sight, planned->aim) + kPigOnPath * planned->way.pigs;
  return Offer{.planned = std::move(*planned), .score = static_cast<double>(score)};
}

std::optional<Offer> round_stone(const Aiming& aiming, const Observation& seen) {
  std::vector<RoundStoneThrow> throws = round_stone_throws(aiming, seen);
  const auto best = std::min_element(throws.begin(), throws.end(), [](const auto& a, const auto& b) {
    return a.score != b.score ? a.score > b.score : comes_first(a.planned, b.planned);
  });
  if (best == throws.end()) return std::nullopt;
  return Offer{.planned = std::move(best->planned), .score = best->score};
}

bool breaks(Look bird, Look block) {
  if (bird == Look::kYellowBird) return block == Look::kWood;
  if (bird == Look::kBlueBird) return block == Look::kIce;
  return bird == Look::kBlackBird;
}

std::optional<Offer> penetration(const Aiming& aiming, bool first_shot) {
  std::optional<Offer> best;
  if (!breaks(aiming.bird, Look::kWood) && !breaks(aiming.bird, Look::kIce)) return best;
  for (PlannedThrow& planned : pig_throws(aiming)) {
    const std::optional<int> score = penetration_score(aiming, planned, first_shot);
    if (!score) continue;
    if (!best || *score > best->score || (*score == best->score && comes_first(planned, best->planned)))
      best = Offer{.planned = std::move(planned), .score = static_cast<double>(*score)};
  }
  return best;
}

}  // namespace

std::optional<PlannedThrow> pig_throw(const Aiming& aiming) { return first_of(pig_throws(aiming)); }

std::optional<int> penetration_score(const Aiming& aiming, const PlannedThrow& planned, bool first_shot) {
  constexpr int kEach = 20;
  constexpr double kLeastShare = 0.25;
  constexpr double kLeastFirstShare = 0.15;
  const bool passable =
      std::all_of(planned.way.blocks.begin(), planned.way.blocks.end(),
                  [&](const Obstacle& each) { return breaks(aiming.bird, each.object.look); });
  const bool breaker = breaks(aiming.bird, Look::kWood) || breaks(aiming.bird, Look::kIce);
  if (!breaker || !passable || planned.way.platform) return std::nullopt;

  int count = 0;
  const PredictedPath path = aiming.planner.path(planned.release.at);
  for (const Obstacle& each : met_by(aiming.sight, path, bird_radius_px(aiming.bird))) {
    const bool block = is_block(each.object.look);
    if (block && !breaks(aiming.bird, each.object.look)) break;
    count += block ? 1 : 2;
  }
  const double blocks = static_cast<double>(aiming.sight.blocks.size());
  const double least = (first_shot ? kLeastFirstShare : kLeastShare) * blocks;
  return blocks > 0 && count > least ? kEach * count : 0;
}

std::optional<PlannedThrow> best_throw(const Aiming& aiming, const Observation& seen,
                                       const Situation& situation) {
  std::optional<PlannedThrow> at_pig = pig_throw(aiming);
  if (at_pig && rank(at_pig->way) == 0) return at_pig;

  std::optional<Offer> best;
  if (at_pig && !at_pig->way.platform) best = Offer{.planned = *at_pig, .score = 0};
  const auto take = [&](std::optional<Offer> offer) {
    if (offer && (!best || offer->score > best->score)) best = std::move(offer);
  };
  if (situation.sees_circles) take(round_stone(aiming, seen));
  take(dynamite(aiming));
  take(penetration(aiming, situation.first_shot));
  if (best) return best->planned;
  return at_pig;
}

int tap_ms(const Aiming& aiming, const PlannedThrow& planned) {
  constexpr double kTapPercent = 70;
  constexpr int kBlackMs = 6000;
  const int target_x_px = planned.target.middle().x;
  switch (aiming.bird) {
    case Look::kYellowBird:
    case Look::kBlueBird:
      return aiming.planner.tap_ms(planned.release.at, target_x_px, kTapPercent);
    case Look::kWhiteBird:
      return aiming.planner.tap_ms(planned.release.at, target_x_px, 100);
    case Look::kBlackBird:
      return kBlackMs;
    default:
      return 0;
  }
}

}  // namespace novphy::eagles_wing
