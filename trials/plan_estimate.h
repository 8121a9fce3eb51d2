#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "generator/variation.h"
#include "trials/plan.h"
#include "trials/plan_counts.h"
#include "trials/session.h"

/// Tells how large a plan would be, and how long its tasks would take, before the plan is made.
namespace novphy {

/// The size of a plan, and a sample of its trials on which times are measured.
struct PlanSketch {
  std::vector<CellCounts> cells{};
  std::uint64_t tasks = 0;  ///< different tasks
  std::uint64_t plays = 0;  ///< plays of tasks; a task that is played twice counts twice
  std::string excess{};     ///< what makes the plan too large to be written; "" if nothing does
  /// The plan itself or, if it cannot be written, at most one trial of each kind. All tasks equal the bases
  /// of their templates.
  Plan sample{};
};

/// Throws as make_plan() does, but not for a plan that is too large.
PlanSketch sketch_plan(std::span<const Pair> pairs, const PlanOptions& options);

/// The sketch of a plan that is there.
PlanSketch sketch_of(Plan plan);

/// Seconds to make all tasks on one thread, estimated from making five tasks of each pair. After two seconds
/// of the clock, no further pair is begun.
double seconds_to_make(const PlanSketch& sketch, std::span<const Pair> pairs,
                       const VariationOptions& variation, const SolverNumbers& numbers,
                       const PlayerClock& clock = steady_seconds);

/// Seconds to play all tasks on one thread, estimated from one throw in the first tasks of about 60 trials of
/// the sample. After two seconds of the clock, no further trial is begun. 0 for a sample without tasks.
double seconds_to_play(const PlanSketch& sketch, const Catalogue& catalogue, const Physics& physics,
                       const PlayerClock& clock = steady_seconds);

}  // namespace novphy
