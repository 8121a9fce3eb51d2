#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "generator/variation.h"
#include "levels/pair.h"
#include "trials/plan.h"
#include "trials/session.h"

namespace novphy {

/// Numbers of trials and tasks of a plan or of a part of a plan. A task that is played twice counts twice.
struct PlanCounts {
  std::uint64_t calibration_runs = 0;
  std::uint64_t trials = 0;
  std::uint64_t controls = 0;
  std::uint64_t training = 0;
  std::uint64_t calibration = 0;
  std::uint64_t normal = 0;
  std::uint64_t novel = 0;

  std::uint64_t plays() const { return training + calibration + normal + novel; }
  PlanCounts& operator+=(const PlanCounts& more);
  friend bool operator==(const PlanCounts&, const PlanCounts&) = default;
};

/// The numbers of one novelty-scenario.
struct CellCounts {
  std::string name;  ///< "objects rolling"
  PlanCounts counts{};
};

/// Counts what make_plan() would put into a plan, without making it. Returns one entry for each pair.
std::vector<CellCounts> count_cells(std::span<const Pair> pairs, const PlanOptions& options);
/// Counts what is in a plan, in the order of its novelty-scenarios.
std::vector<CellCounts> count_cells(const Plan& plan);
PlanCounts sum_of(const std::vector<CellCounts>& cells);
/// The number of different tasks of a plan with these counts. `others` as for make_plan().
std::uint64_t different_tasks(std::span<const Pair> pairs, const PlanOptions& options,
                              const std::vector<CellCounts>& cells, std::span<const Pair> others = {});

/// The limits of one plan. A plan of this size fits into a file within kPlanBounds.
inline constexpr std::uint64_t kMostPlanTrials = 200'000;   ///< trials and calibration runs
inline constexpr std::uint64_t kMostPlanTasks = 400'000;    ///< different tasks
inline constexpr std::uint64_t kMostPlanPlays = 2'000'000;  ///< plays of tasks; a task that is played twice
                                                            ///< counts twice

/// Says what is too large in a plan with these counts. "" if nothing is.
std::string too_large(const std::vector<CellCounts>& cells, std::uint64_t different_tasks);

/// A table of each novelty-scenario's numbers of trials and tasks, for people to read.
std::string counts_table(const std::vector<CellCounts>& cells);

// Tells how large a plan would be, and how long its tasks would take, before the plan is made.

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
PlanSketch sketch_plan(std::span<const Pair> pairs, const PlanOptions& options,
                       std::span<const Pair> others = {});

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
