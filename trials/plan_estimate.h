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

/// How large a plan would be, and how long its tasks would take, before the plan is made.
namespace novphy {

/// The size of a plan, and a sample of its trials on which times are measured.
struct PlanSketch {
  std::vector<CellCounts> cells{};
  std::uint64_t tasks = 0;  ///< different tasks
  std::uint64_t plays = 0;  ///< tasks, as often as they are played
  std::string excess{};     ///< what is too large of a plan that cannot be written; "" where nothing is
  /// The plan itself or, of a plan that cannot be written, at most one trial of each kind. All tasks equal
  /// the bases of their templates.
  Plan sample{};
};

/// Throws as make_plan() does, but not for a plan that is too large.
PlanSketch sketch_plan(std::span<const Pair> pairs, const PlanOptions& options);

/// The seconds that making all tasks would take on one thread, from the making of five tasks of each pair. No
/// further pair is begun after two seconds of the clock.
double seconds_to_make(const PlanSketch& sketch, std::span<const Pair> pairs,
                       const VariationOptions& variation, const SolverNumbers& numbers,
                       const PlayerClock& clock = steady_seconds);

/// The seconds that playing all tasks would take on one thread, from one throw in the first tasks of some 60
/// trials of the sample. No further trial is begun after two seconds of the clock. 0 for a sample without
/// tasks.
double seconds_to_play(const PlanSketch& sketch, const Catalogue& catalogue, const Physics& physics,
                       const PlayerClock& clock = steady_seconds);

}  // namespace novphy
