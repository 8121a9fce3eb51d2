#include <catch2/catch.hpp>

#include "tests/trials/fixtures.h"
#include "trials/plan_counts.h"

using namespace novphy;
using namespace novphy::test;

namespace {

/// A clock that goes on by so many seconds each time that it is read.
PlayerClock ticking(double step_s) {
  return [now_s = 0.0, step_s]() mutable { return now_s += step_s; };
}

double playing_s(const PlanSketch& sketch, double step_s) {
  return seconds_to_play(sketch, assets().catalogue, physics(), ticking(step_s));
}

double making_s(const PlanSketch& sketch, double step_s) {
  const VariationOptions unproved{.proof = Proof::kNone};
  return seconds_to_make(sketch, pairs(), unproved, solver_numbers(assets()), ticking(step_s));
}

}  // namespace

TEST_CASE("a sketch of a plan counts what the plan holds, and its sample is the plan") {
  const PlanOptions options = small_options();
  const PlanSketch sketch = sketch_plan(pairs(), options);
  CHECK(sketch.excess.empty());
  CHECK(sketch.sample == make_plan(pairs(), options));
  CHECK(sketch.cells.size() == pairs().size());
  std::uint64_t plays = 0;
  for (const PlannedTrial& trial : sketch.sample.trials)
    plays += static_cast<std::uint64_t>(task_count(trial));
  CHECK(sketch.plays == plays);
  CHECK(sketch.tasks == plays);  // without a pool, no task is played twice
}

TEST_CASE("a plan that is too large is counted, and its sample has one trial of each kind") {
  PlanOptions options = small_options();
  options.trials = 200'000;
  options.control_trials = 1000;
  options.pool = 100;
  const PlanSketch sketch = sketch_plan(pairs(), options);
  CHECK_THAT(sketch.excess, Catch::StartsWith("a plan has at most 200000 trials and calibration runs"));
  CHECK(sketch.plays > 200'000U);
  CHECK(sketch.tasks == 100 * 2 * pairs().size());
  CHECK(sketch.sample.trials.size() == 3 * pairs().size());
  for (const PlannedTrial& trial : sketch.sample.trials) CHECK(task_count(trial) <= 2);
}

TEST_CASE("a pool that is too small is refused in a sketch, too") {
  PlanOptions options = small_options();
  options.pool = 1;
  CHECK_THROWS_WITH(sketch_plan(pairs(), options), Catch::Contains("too small for one trial"));
}

TEST_CASE("the time to play a plan is the mean time of the plays measured, times all plays") {
  const PlanSketch sketch = sketch_plan(pairs(), small_options());
  // 10 trials, of which 4 are calibration runs: 4 + 6 * 2 first tasks. The clock is read at the start, before
  // each trial and at the end: 11 steps.
  CHECK(sketch.sample.trials.size() == 10);
  CHECK(playing_s(sketch, 0.1) == Approx(1.1 / 16 * static_cast<double>(sketch.plays)));
}

TEST_CASE("no trial and no pair is begun after two seconds") {
  const PlanSketch sketch = sketch_plan(pairs(), small_options());
  // One calibration run is played between the first two readings of the clock.
  CHECK(playing_s(sketch, 1.5) == Approx(4.5 * static_cast<double>(sketch.plays)));
  // Five tasks of the first pair are made in 1.5 s.
  CHECK(making_s(sketch, 1.5) == Approx(1.5 / 5 * static_cast<double>(sketch.tasks)));
  CHECK(making_s(sketch, 0.1) == Approx(0.1 / 5 * static_cast<double>(sketch.tasks)));
}

TEST_CASE("a sample without tasks takes no time") {
  CHECK(playing_s({.plays = 10}, 0.1) == 0);
  CHECK(seconds_to_make({.tasks = 10}, {}, {}, solver_numbers(assets()), ticking(0.1)) == 0);
}
