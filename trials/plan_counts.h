#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "levels/pair.h"
#include "trials/plan.h"

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
/// The number of different tasks of a plan with these counts.
std::uint64_t different_tasks(std::span<const Pair> pairs, const PlanOptions& options,
                              const std::vector<CellCounts>& cells);

/// The limits of one plan. A plan of this size fits into a file within kPlanBounds.
inline constexpr std::uint64_t kMostPlanTrials = 200'000;   ///< trials and calibration runs
inline constexpr std::uint64_t kMostPlanTasks = 400'000;    ///< different tasks
inline constexpr std::uint64_t kMostPlanPlays = 2'000'000;  ///< plays of tasks; a task that is played twice
                                                            ///< counts twice

/// Says what is too large in a plan with these counts. "" if nothing is.
std::string too_large(const std::vector<CellCounts>& cells, std::uint64_t different_tasks);

/// A table of each novelty-scenario's numbers of trials and tasks, for people to read.
std::string counts_table(const std::vector<CellCounts>& cells);

}  // namespace novphy
