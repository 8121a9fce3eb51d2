#include "trials/plan_estimate.h"

#include <algorithm>
#include <numbers>

#include "sim/play.h"

namespace novphy {
namespace {

constexpr double kLongestMeasurementS = 2;

class Stopwatch {
 public:
  explicit Stopwatch(const PlayerClock& clock) : clock_(clock), start_s_(clock()) {}
  double elapsed_s() const { return clock_() - start_s_; }
  bool is_over() const { return elapsed_s() >= kLongestMeasurementS; }

 private:
  const PlayerClock& clock_;
  double start_s_;
};

/// The seconds for `count` pieces of work, if `measured` of them took `seconds`.
double scaled(double seconds, int measured, std::uint64_t count) {
  return measured > 0 ? seconds / measured * static_cast<double>(count) : 0;
}

/// A plan with at most one trial of each kind and one task of each part.
Plan small_plan(std::span<const Pair> pairs, PlanOptions options) {
  for (int* count : {&options.trials, &options.control_trials, &options.calibration_runs, &options.novel,
                     &options.min_normal, &options.max_normal})
    *count = std::min(*count, 1);
  options.calibration_tasks = 1;
  options.training = options.pool = 0;
  return make_plan(pairs, options);
}

/// Throws every bird once, at 45 degrees above the horizontal.
void play_once(const Task& task, const Catalogue& catalogue, const Physics& physics) {
  const double angle_rad = (task.slingshot.faces_left ? 0.75 : 0.25) * std::numbers::pi;
  const std::vector<Shot> shots(task.birds.size(), aimed(angle_rad, 1));
  play(task, shots, catalogue, physics);
}

/// Plays the first task of each phase of the trial. Returns the number of tasks played.
int play_first_tasks(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue,
                     const Physics& physics) {
  int played = 0;
  for (const auto* refs : {&trial.calibration, &trial.normal, &trial.novel}) {
    if (refs->empty()) continue;
    play_once(task_of(plan, refs->front(), catalogue), catalogue, physics);
    ++played;
  }
  return played;
}

}  // namespace

PlanSketch sketch_plan(std::span<const Pair> pairs, const PlanOptions& options) {
  PlanSketch sketch{.cells = count_cells(pairs, options)};
  sketch.tasks = different_tasks(pairs, options, sketch.cells);
  sketch.plays = sum_of(sketch.cells).plays();
  sketch.excess = too_large(sketch.cells, sketch.tasks);
  sketch.sample = sketch.excess.empty() ? make_plan(pairs, options) : small_plan(pairs, options);
  return sketch;
}

PlanSketch sketch_of(Plan plan) {
  PlanSketch sketch{.cells = count_cells(plan)};
  sketch.plays = sum_of(sketch.cells).plays();
  for (const PlanTemplate& family : plan.templates) sketch.tasks += family.tasks.size();
  sketch.sample = std::move(plan);
  return sketch;
}

double seconds_to_make(const PlanSketch& sketch, std::span<const Pair> pairs,
                       const VariationOptions& variation, const SolverNumbers& numbers,
                       const PlayerClock& clock) {
  constexpr int kOfEach = 5;
  const Stopwatch all(clock);
  double making_s = 0;
  int made = 0;
  for (const Pair& pair : pairs) {
    if (all.is_over()) break;
    const VariationMaker maker(pair, variation, numbers);  // making a task does not include solving the base
    const Stopwatch making(clock);
    for (int i = 0; i < kOfEach; ++i, ++made) maker.make(i % 2 == 1, i);
    making_s += making.elapsed_s();
  }
  return scaled(making_s, made, sketch.tasks);
}

double seconds_to_play(const PlanSketch& sketch, const Catalogue& catalogue, const Physics& physics,
                       const PlayerClock& clock) {
  constexpr std::size_t kSample = 60;
  const std::vector<PlannedTrial>& trials = sketch.sample.trials;
  const std::size_t stride = std::max<std::size_t>(1, trials.size() / kSample);
  const Stopwatch playing(clock);
  int played = 0;
  for (std::size_t i = 0; i < trials.size() && !playing.is_over(); i += stride)
    played += play_first_tasks(sketch.sample, trials[i], catalogue, physics);
  return scaled(playing.elapsed_s(), played, sketch.plays);
}

}  // namespace novphy
