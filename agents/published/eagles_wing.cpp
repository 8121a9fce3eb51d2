#include "agents/published/eagles_wing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "agents/published/datalab_rules.h"
#include "agents/published/round_stone.h"
#include "agents/throws.h"
#include "sim/vec2.h"

namespace novphy {

namespace {

/// The points of a flight before the bird meets something or turns back.
std::span<const Pixel> free_flight(const std::vector<Pixel>& points, int free_until_x_px) {
  std::size_t size = 0;
  while (size < points.size() && points[size].x < free_until_x_px &&
         (size == 0 || points[size].x >= points[size - 1].x))
    ++size;
  return std::span(points).first(size);
}

}  // namespace

void EaglesWing::begin_trial(std::uint64_t seed) {
  rng_ = Rng::stream(seed, "agents/eagles_wing");
  speed_factor_ = 1;
  begin_task();
}

void EaglesWing::begin_task() {
  first_shot_ = true;
  free_until_x_px_.reset();
}

void EaglesWing::learn_speed(const Observation& seen) {
  if (!free_until_x_px_) return;
  speed_factor_ =
      refitted_speed_factor(seen.slingshot, free_flight(seen.trajectory, *free_until_x_px_), speed_factor_);
  free_until_x_px_.reset();
}

Shot EaglesWing::choose(const Observation& seen) {
  learn_speed(seen);
  const bool first_shot = std::exchange(first_shot_, false);
  free_until_x_px_ = std::numeric_limits<int>::max();
  const SightedObjects sight = sighted(seen, kinds_);
  const JavaPlanner planner(seen.slingshot, speed_factor_);
  const std::optional<SeenKind> bird = sight.bird();
  if (!bird) return random_shot(seen, planner, bird, rng_);
  const Aiming aiming{.sight = sight, .planner = planner, .bird = *bird};
  const std::optional<PlannedThrow> best =
      eagles_wing::best_throw(aiming, seen, {.sees_circles = sees_circles_, .first_shot = first_shot});
  if (!best) return random_shot(seen, planner, bird, rng_);
  if (best->release.at.x >= planner.reference().x) throw GivesUp();
  free_until_x_px_ = best->way.first_x_px;
  Shot shot = shot_by(seen, best->release);
  shot.tap_ms = eagles_wing::tap_ms(aiming, *best);
  return shot;
}

void EaglesWing::end_task(const TaskResult& result) {
  learn_speed(result.last);
  if (result.passed) speed_factor_ = 1;
}

}  // namespace novphy

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

bool breaks(SeenKind bird, SeenKind block) {
  if (bird == SeenKind::kYellowBird) return block == SeenKind::kWood;
  if (bird == SeenKind::kBlueBird) return block == SeenKind::kIce;
  return bird == SeenKind::kBlackBird;
}

std::optional<Offer> penetration(const Aiming& aiming, bool first_shot) {
  std::optional<Offer> best;
  if (!breaks(aiming.bird, SeenKind::kWood) && !breaks(aiming.bird, SeenKind::kIce)) return best;
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
                  [&](const Obstacle& each) { return breaks(aiming.bird, each.object.kind); });
  const bool breaker = breaks(aiming.bird, SeenKind::kWood) || breaks(aiming.bird, SeenKind::kIce);
  if (!breaker || !passable || planned.way.platform) return std::nullopt;

  int count = 0;
  const PredictedPath path = aiming.planner.path(planned.release.at);
  for (const Obstacle& each : met_by(aiming.sight, path, bird_radius_px(aiming.bird))) {
    const bool block = is_block(each.object.kind);
    if (block && !breaks(aiming.bird, each.object.kind)) break;
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
    case SeenKind::kYellowBird:
    case SeenKind::kBlueBird:
      return aiming.planner.tap_ms(planned.release.at, target_x_px, kTapPercent);
    case SeenKind::kWhiteBird:
      return aiming.planner.tap_ms(planned.release.at, target_x_px, 100);
    case SeenKind::kBlackBird:
      return kBlackMs;
    default:
      return 0;
  }
}

}  // namespace novphy::eagles_wing

namespace novphy {

namespace {

constexpr double kLeastRatio = 0.9;
constexpr double kMostRatio = 1.1;
constexpr double kFlattestDeg = 30;
constexpr double kSteepestFitDeg = 67.3;

/// A launch in the planner's units.
struct Launch {
  double angle_rad = 0;
  double speed = 0;
};

/// The launch of the parabola y = a x^2 + b x with the least squared errors. Nothing if it bends upwards.
std::optional<Launch> fitted_launch(const JavaPlanner& planner, std::span<const Pixel> flight) {
  constexpr int kLeastPoints = 3;
  double x2 = 0, x3 = 0, x4 = 0, xy = 0, x2y = 0;
  int points = 0;
  for (const Pixel& p : flight) {
    const double x = (static_cast<double>(p.x) - planner.reference().x) / planner.unit_px();
    const double y = (static_cast<double>(planner.reference().y) - p.y) / planner.unit_px();
    if (!(x > 0)) continue;
    ++points;
    x2 += x * x;
    x3 += x * x * x;
    x4 += x * x * x * x;
    xy += x * y;
    x2y += x * x * y;
  }
  const double determinant = x2 * x4 - x3 * x3;
  if (points < kLeastPoints || !(determinant > 0)) return std::nullopt;
  const double a = (x2y * x2 - xy * x3) / determinant;
  const double b = (xy * x4 - x2y * x3) / determinant;
  if (!(a < 0)) return std::nullopt;
  const double across = std::sqrt(-0.5 / a);
  return Launch{.angle_rad = std::atan(b), .speed = across * std::sqrt(1 + b * b)};
}

/// How strongly a flight that begins at this angle changes the factor: not at all near 30 and 67.3 degrees,
/// most in between.
double weight(double t) {
  return -1050.73 * t + 56.7522 * t * t + 125.032 * t * t * t + 1033.31 * std::sin(t);
}

}  // namespace

double refitted_speed_factor(const PixelBox& slingshot, std::span<const Pixel> flight, double factor) {
  const JavaPlanner planner(slingshot);
  const std::optional<Launch> seen = fitted_launch(planner, flight);
  if (!seen) return factor;
  const double ratio = seen->speed / planner.speed(seen->angle_rad);
  const double angle_deg = degrees(seen->angle_rad);
  if (!(ratio >= kLeastRatio && ratio <= kMostRatio)) return factor;
  if (!(angle_deg > kFlattestDeg && angle_deg < kSteepestFitDeg)) return factor;
  return factor + weight(seen->angle_rad) * (ratio - factor);
}

}  // namespace novphy
