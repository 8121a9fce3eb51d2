#include "agents/published/eagles_wing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "agents/published/datalab_rules.h"

namespace novphy::eagles_wing {
namespace {

constexpr int kSupportReachPx = 80;

bool is_below(const Sighted& pig, const Sighted& ball) { return pig.middle().y > ball.middle().y; }
bool is_below_right(const Sighted& pig, const Sighted& ball) {
  return is_below(pig, ball) && pig.middle().x >= ball.box.right;
}

/// Whether the block touches the ball directly on its right.
bool is_barrier(const Sighted& block, const Sighted& ball) {
  return block.index != ball.index && touch(block.box, ball.box) &&
         block.box.left >= ball.box.right - kTouchPx && block.box.top < ball.box.bottom &&
         ball.box.top < block.box.bottom;
}

/// Whether the ball cannot roll to the right, because more than one block stands there, or one as wide as the
/// ball or taller.
bool is_held(const SightedObjects& sight, const Sighted& ball) {
  int barriers = 0;
  for (const Sighted& block : sight.blocks) {
    if (!is_barrier(block, ball)) continue;
    if (block.width_px() >= ball.width_px() || block.height_px() > ball.height_px()) return true;
    ++barriers;
  }
  return barriers > 1;
}

/// The lowest block of wood or ice (the leftmost of equals) that is connected to the ball by such blocks and
/// has its middle within reach.
std::optional<Sighted> support_of(const SightedObjects& sight, const Sighted& ball) {
  std::vector<Sighted> others = sight.blocks;
  std::erase_if(others, [&](const Sighted& each) {
    return each.index == ball.index || each.kind == SeenKind::kStone ||
           distance_px(each.middle(), ball.middle()) > kSupportReachPx;
  });
  const std::vector<Sighted> connected = take_connected(ball, others);
  if (connected.size() < 2) return std::nullopt;
  return *std::min_element(connected.begin() + 1, connected.end(), [](const Sighted& a, const Sighted& b) {
    return a.box.bottom != b.box.bottom ? a.box.bottom > b.box.bottom : a.box.left < b.box.left;
  });
}

double worth_of(const Sighted& ball, const Sighted& pig) {
  return 5000 * (1 - std::pow(distance_px(ball.middle(), pig.middle()), 1.4) / 2000);
}

void add_clear_throws(const Aiming& aiming, const Sighted& target, double score,
                      std::vector<ScoredThrow>& all) {
  for (PlannedThrow& planned : throws_at(aiming, target))
    if (planned.way.is_clear()) all.push_back({.planned = std::move(planned), .score = score});
}

}  // namespace

bool is_round(const std::vector<Pixel>& outline) {
  constexpr std::size_t kLeastCorners = 8;
  constexpr double kRoughnessPx = 1.5;
  if (outline.size() < kLeastCorners) return false;
  const auto [left, right] = std::minmax_element(outline.begin(), outline.end(),
                                                 [](const Pixel& a, const Pixel& b) { return a.x < b.x; });
  const auto [top, bottom] = std::minmax_element(outline.begin(), outline.end(),
                                                 [](const Pixel& a, const Pixel& b) { return a.y < b.y; });
  const Vec2 middle{(static_cast<double>(left->x) + right->x) / 2,
                    (static_cast<double>(top->y) + bottom->y) / 2};
  const double radius_px =
      ((static_cast<double>(right->x) - left->x) + (static_cast<double>(bottom->y) - top->y)) / 4;
  return std::all_of(outline.begin(), outline.end(), [&](const Pixel& p) {
    return std::abs(length(Vec2{static_cast<double>(p.x), static_cast<double>(p.y)} - middle) - radius_px) <=
           kRoughnessPx;
  });
}

std::vector<ScoredThrow> round_stone_throws(const Aiming& aiming, const Observation& seen) {
  std::vector<ScoredThrow> all;
  for (const Sighted& ball : aiming.sight.blocks) {
    if (!is_round(seen.objects[ball.index].rings.front())) continue;
    double right_score = 0;
    double under_score = 0;
    for (const Sighted& pig : aiming.sight.pigs) {
      if (!is_below(pig, ball)) continue;
      (is_below_right(pig, ball) ? right_score : under_score) += worth_of(ball, pig);
    }
    if (right_score > 0 && !is_held(aiming.sight, ball)) add_clear_throws(aiming, ball, right_score, all);
    if (under_score <= 0) continue;
    if (const std::optional<Sighted> support = support_of(aiming.sight, ball))
      add_clear_throws(aiming, *support, under_score, all);
  }
  return all;
}

namespace {

/// 0 for a clear path, 1 with blocks in the way, 2 with a platform in the way.
int rank(const InTheWay& planned) { return planned.platform ? 2 : planned.is_clear() ? 0 : 1; }

bool comes_first(const PlannedThrow& a, const PlannedThrow& b) {
  return std::tuple(rank(a.way), -a.way.pigs, a.aim.x, a.release.angle_rad) <
         std::tuple(rank(b.way), -b.way.pigs, b.aim.x, b.release.angle_rad);
}

std::optional<PlannedThrow> first_of(std::vector<PlannedThrow> throws) {
  const auto first = std::min_element(throws.begin(), throws.end(), comes_first);
  if (first == throws.end()) return std::nullopt;
  return std::move(*first);
}

std::optional<ScoredThrow> dynamite(const Aiming& aiming) {
  std::optional<PlannedThrow> planned = first_of(datalab::tnt_throws(aiming));
  if (!planned || planned->way.platform) return std::nullopt;
  constexpr int kPigOnPath = 5000;
  const int score = datalab::surroundings_score(aiming.sight, planned->aim) + kPigOnPath * planned->way.pigs;
  return ScoredThrow{.planned = std::move(*planned), .score = static_cast<double>(score)};
}

std::optional<ScoredThrow> round_stone(const Aiming& aiming, const Observation& seen) {
  std::vector<ScoredThrow> throws = round_stone_throws(aiming, seen);
  const auto best = std::min_element(throws.begin(), throws.end(), [](const auto& a, const auto& b) {
    return a.score != b.score ? a.score > b.score : comes_first(a.planned, b.planned);
  });
  if (best == throws.end()) return std::nullopt;
  return ScoredThrow{.planned = std::move(best->planned), .score = best->score};
}

bool breaks(SeenKind bird, SeenKind block) {
  if (bird == SeenKind::kYellowBird) return block == SeenKind::kWood;
  if (bird == SeenKind::kBlueBird) return block == SeenKind::kIce;
  return bird == SeenKind::kBlackBird;
}

std::optional<ScoredThrow> penetration(const Aiming& aiming, bool first_shot) {
  std::optional<ScoredThrow> best;
  if (!breaks(aiming.bird, SeenKind::kWood) && !breaks(aiming.bird, SeenKind::kIce)) return best;
  for (PlannedThrow& planned : pig_throws(aiming)) {
    const std::optional<int> score = penetration_score(aiming, planned, first_shot);
    if (!score) continue;
    if (!best || *score > best->score || (*score == best->score && comes_first(planned, best->planned)))
      best = ScoredThrow{.planned = std::move(planned), .score = static_cast<double>(*score)};
  }
  return best;
}

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

  std::optional<ScoredThrow> best;
  if (at_pig && !at_pig->way.platform) best = ScoredThrow{.planned = *at_pig, .score = 0};
  const auto take = [&](std::optional<ScoredThrow> offer) {
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

}  // namespace novphy::eagles_wing

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
  speed_factor_ = eagles_wing::refitted_speed_factor(
      seen.slingshot, free_flight(seen.trajectory, *free_until_x_px_), speed_factor_);
  free_until_x_px_.reset();
}

Shot EaglesWing::choose(const Observation& seen) {
  learn_speed(seen);
  const bool first_shot = std::exchange(first_shot_, false);
  free_until_x_px_ = std::numeric_limits<int>::max();
  const auto best = [&](const Aiming& aiming) {
    return eagles_wing::best_throw(aiming, seen, {.sees_circles = sees_circles_, .first_shot = first_shot});
  };
  const auto tap_ms = [&](const Aiming& aiming, const PlannedThrow& planned) {
    free_until_x_px_ = planned.way.first_x_px;
    return eagles_wing::tap_ms(aiming, planned);
  };
  const JavaPlanner planner(seen.slingshot, speed_factor_);
  return shot_of_best(seen, {.kinds = kinds_, .planner = planner, .rng = rng_}, best, tap_ms);
}

void EaglesWing::end_task(const TaskResult& result) {
  learn_speed(result.last);
  if (result.passed) speed_factor_ = 1;
}

}  // namespace novphy
