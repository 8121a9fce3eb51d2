#include "agents/published/eagles_wing.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "agents/published/eagles_wing_rules.h"
#include "agents/published/speed_refit.h"
#include "agents/throws.h"

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
  const std::optional<Look> bird = sight.bird();
  if (!bird) return random_shot(seen, planner, bird, rng_);
  const Aiming aiming{.sight = sight, .planner = planner, .bird = *bird};
  const std::optional<PlannedThrow> best =
      eagles_wing::best_throw(aiming, seen, {.sees_circles = sees_circles_, .first_shot = first_shot});
  if (!best || best->release.at.x >= planner.reference().x) return random_shot(seen, planner, bird, rng_);
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
