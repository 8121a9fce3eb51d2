#pragma once

#include <optional>
#include <vector>

#include "generator/solver.h"

namespace novphy {

/// A window of winning angles, and the throws of its middle.
struct SafestWindow {
  std::vector<Throw> throws{};  ///< earlier throws, if any, and at the end the window's middle
  AngleWindow window{};
  /// How many of the nine plays of disturbed() win; 0 where the middle loses.
  int disturbed_wins = 0;
};

/// Whether the window passes the check solvable: it is wide enough, and enough of its disturbed plays win.
bool safe(const SafestWindow& best, double step_deg);

/// Nine plays of these throws, with the last throw disturbed as the check solvable demands; the play at index
/// 4 is undisturbed. At the full pull three of the plays occur twice, because no pull is longer.
std::vector<std::vector<Shot>> disturbed(const Task& task, const std::vector<Throw>& throws);

/// For each play the index of the first play with equal shots, mostly its own. Equal shots need to be played
/// only once.
std::vector<std::size_t> first_equals(const std::vector<std::vector<Shot>>& plays);

/// How many of the nine plays of disturbed() pass the task; 0 where the undisturbed throws do not pass,
/// because these are stored as the task's solution.
int disturbed_wins(const Task& task, const std::vector<Throw>& throws, const SolverNumbers& numbers);

/// How many of the plays pass the task. Shots beyond the number of birds are left out.
int wins_of(const Task& task, const std::vector<std::vector<Shot>>& plays, const SolverNumbers& numbers);

/// The widest window with enough disturbed wins for the check solvable. Where none has enough, the window
/// with the most disturbed wins among those that are wide enough for the check, and the widest one. Nothing
/// where `windows` holds no window.
std::optional<SafestWindow> safest_window(const Task& task, const std::vector<PullWindows>& windows,
                                          const SolverNumbers& numbers, double step_deg);

/// Shots that pass the task, with a margin if possible: of the first pull, in the order of the sweep, that
/// has a window wide and safe enough for the check solvable, else of the safest window of all pulls. Empty
/// where the solver finds no solution.
std::vector<Shot> safe_solution(const Task& task, const SolverNumbers& numbers, double step_deg = 0.5);

}  // namespace novphy
