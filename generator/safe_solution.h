#pragma once

#include <optional>
#include <vector>

#include "generator/solver.h"

namespace novphy {

/// The window whose middle bears most disturbance.
struct SafeSolution {
  std::vector<Throw> throws{};  ///< what came before, and the window's middle
  AngleWindow window{};
  int disturbed_wins =
      0;  ///< of nine throws, the middle itself and eight a little off; 0 where the middle loses
};

/// Wide and safe enough for check C1.
bool safe(const SafeSolution& best, double step_deg);

/// Nine plays: these throws with the last one disturbed as check C1 does, itself in the middle.
std::vector<std::vector<Shot>> disturbed(const Task& task, const std::vector<Throw>& throws);

/// How many of the nine plays of disturbed() pass the task; none where the throws themselves do not, since
/// they are what is stored as the task's solution.
int disturbed_wins(const Task& task, const std::vector<Throw>& throws, const SolverNumbers& numbers);

/// How many of the plays pass the task; of shots that it has no birds for the last are left out.
int wins_of(const Task& task, const std::vector<std::vector<Shot>>& plays, const SolverNumbers& numbers);

/// The widest window that bears enough disturbance, else the one that bears most; nothing where there is no
/// window.
std::optional<SafeSolution> safest_solution(const Task& task, const std::vector<PullWindows>& windows,
                                            const SolverNumbers& numbers, double step_deg);

/// Shots that pass the task with a margin where there are some: of the first pull with a window wide and safe
/// enough for check C1, else of the safest window of all. None where the solver finds none.
std::vector<Shot> safe_solution(const Task& task, const SolverNumbers& numbers, double step_deg = 0.5);

}  // namespace novphy
