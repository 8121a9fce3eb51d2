#pragma once

#include <vector>

#include "generator/angle_windows.h"
#include "generator/play_analysis.h"
#include "levels/assets.h"

namespace novphy {

/// What the solver tries: every angle at every pull.
struct SolverSpec {
  double from_deg = -20;
  double to_deg = 88;
  double step_deg = 0.5;
  std::vector<double> pulls_m{1, 0.9, 0.8, 0.7, 0.6, 0.5};
};

/// The angles that make sense under the task's gravity: -20 to 88 degrees, where things fall upwards -85
/// to 80.
SolverSpec solver_spec(const Task& task, double step_deg = 0.5);

/// The angles of the sweep, in degrees, ascending.
std::vector<double> angles_deg(const SolverSpec& spec);

/// How many birds are thrown away before the others: as many as a storm waits for.
int birds_to_sacrifice(const Task& task);

/// A throw of the sweep, and the shots it stands for.
struct Throw {
  double angle_deg = 0;  ///< elevation: mirrored where the slingshot faces left
  double pull_m = 1;
  friend bool operator==(const Throw&, const Throw&) = default;
};
/// The shots of these throws, each by one bird after those that are thrown away; the last of them by all
/// birds that are left.
std::vector<Shot> shots_of(const Task& task, const std::vector<Throw>& throws, int sacrificed);
/// The shots of the birds that are thrown away and of these throws, without those of the birds that are left.
std::vector<Shot> first_shots(const Task& task, const std::vector<Throw>& throws, int sacrificed);

/// A throw that passes the task, and how.
struct Solution {
  Throw what{};                 ///< by every bird that is left after ...
  std::vector<Throw> before{};  ///< ... the throws before it, which are none where the same does for all
  std::vector<Shot> shots{};
  PlayAnalysis analysis{};
};

/// With which numbers the solver plays: finds under `search`, which may let slow birds go early, and confirms
/// under `physics`.
struct SolverNumbers {
  const Catalogue& catalogue;
  const Physics& search;
  const Physics& physics;
};

/// Searches with the physics "fast" and proves with the one of this name. The assets must outlive the
/// numbers.
SolverNumbers solver_numbers(const Assets& assets, const std::string& physics = "standard");

/// Plays in which all birds that are left after some throws take the same throw.
class SameThrow {
 public:
  /// The task and the catalogue must outlive it.
  SameThrow(const Task& task, const Catalogue& catalogue, const Physics& physics, int sacrificed,
            const std::vector<Throw>& before = {});

  /// Whether the throw passes the task. Of birds that take nothing but this throw, a first one that changes
  /// nothing speaks for all.
  bool passes(const Throw& what);
  /// The shots of the whole play.
  std::vector<Shot> shots(const Throw& what) const;

 private:
  const Task& task_;
  int sacrificed_;
  std::vector<Throw> before_;
  std::size_t first_;  ///< bird that takes the throw
  bool repeats_;       ///< several birds take it, after none that took another
  PlayStart start_;
  std::vector<BodyView> at_start_;
};

/// Every throw of the sweep that passes the task (a first bird that changes nothing ends its throw) where all
/// birds that are left after `before` take it, by pull, then by angle.
std::vector<Solution> solve(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers,
                            int sacrificed, const std::vector<Throw>& before = {});

/// Windows of one pull.
struct PullWindows {
  std::vector<Throw> before{};
  double pull_m = 1;
  std::vector<AngleWindow> windows{};
};
/// In the order of the solutions.
std::vector<PullWindows> windows_by_pull(const std::vector<Solution>& solutions, double step_deg);

}  // namespace novphy
