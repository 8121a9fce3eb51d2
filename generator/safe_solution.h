#pragma once

#include <optional>
#include <vector>

#include "generator/solver.h"

namespace novphy {

/// A window of winning angles, and the throws of its middle.
struct SafestWindow {
  std::vector<Throw> throws{};  ///< earlier throws, if any, and at the end the window's middle
  AngleWindow window{};
  /// How many of the nine plays of disturbed() win; 0 where the middle itself loses.
  int disturbed_wins = 0;
};

/// Whether the window passes the check solvable: the window is wide enough, and enough of the disturbed plays
/// win.
bool safe(const SafestWindow& best, double step_deg);

/// Nine plays of these throws whose last throw is disturbed as the check solvable demands. The play at index
/// 4 is not disturbed. At the full pull three of the plays stand twice, because no pull is longer.
std::vector<std::vector<Shot>> disturbed(const Task& task, const std::vector<Throw>& throws);

/// For each play the index of the first play with equal shots, which is the play's own index in most cases.
/// Equal shots need to be played only once.
std::vector<std::size_t> first_equals(const std::vector<std::vector<Shot>>& plays);

/// How many of the nine plays of disturbed() pass the task. The answer is 0 where the undisturbed throws do
/// not pass, because the undisturbed throws are stored as the task's solution.
int disturbed_wins(const Task& task, const std::vector<Throw>& throws, const SolverNumbers& numbers);

/// How many of the plays pass the task. Where a play has more shots than the task has birds, the last shots
/// are left out.
int wins_of(const Task& task, const std::vector<std::vector<Shot>>& plays, const SolverNumbers& numbers);

/// The middle of the widest window with enough disturbed wins for the check solvable. Where no window has
/// enough, the middle of the window with most disturbed wins, among the widest window and all windows wide
/// enough for the check solvable. Nothing where `windows` holds no window.
std::optional<SafestWindow> safest_window(const Task& task, const std::vector<PullWindows>& windows,
                                          const SolverNumbers& numbers, double step_deg);

/// Shots that pass the task, with a margin if possible. The pulls are tried in the order of the sweep. The
/// first pull with a window that is wide and safe enough for the check solvable gives the shots. Where no
/// pull has such a window, the safest window of all pulls gives the shots. Empty where the solver finds no
/// solution.
std::vector<Shot> safe_solution(const Task& task, const SolverNumbers& numbers, double step_deg = 0.5);

}  // namespace novphy
