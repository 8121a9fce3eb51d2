#pragma once

#include <functional>
#include <span>
#include <vector>

#include "learning/decision_points.h"

namespace novphy {

/// What a set of actions can reach on tasks, whatever an agent has learned. Shares are 0 to 1.
struct Ceiling {
  int tasks = 0;
  double solved =
      0;  ///< share of the tasks that some action passes, with any of the birds of decision_points_of()
  double random = 0;       ///< mean share of the first bird's shots that pass
  double best_single = 0;  ///< share of the tasks that the best single action passes with the first bird
  int best_action = 0;     ///< the number of this action; if several are best, the lowest
};

/// The ceiling of tasks, each given by its decision points. All shares are 0 if there are no tasks.
Ceiling ceiling_of(std::span<const std::vector<DecisionPoint>> tasks);

/// Plays every action of the set on every task, on `jobs` threads, and returns the ceiling. The number of
/// threads does not change the result. Calls `told` after each task, from any of the threads.
Ceiling play_all(std::span<const Task> tasks, ActionSet set, const PlaySetting& setting, unsigned jobs,
                 const std::function<void()>& told);

}  // namespace novphy
