#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "generator/play_analysis.h"
#include "levels/assets.h"

namespace novphy {

/// A window: a range of angles, in degrees, within which every throw of the sweep wins.
struct AngleWindow {
  double from_deg = 0;
  double to_deg = 0;
  /// The width in degrees, for throws that are step_deg apart. A window of a single throw is step_deg wide.
  double width_deg(double step_deg) const { return to_deg - from_deg + step_deg; }
  double centre_deg() const { return (from_deg + to_deg) / 2; }
};

/// Groups winning angles into windows. The angles ascend and are multiples of step_deg apart; a gap of more
/// than one step begins a new window.
std::vector<AngleWindow> angle_windows(const std::vector<double>& angles_deg, double step_deg);

/// The sweep: the solver tries every angle at every pull.
struct SolverSpec {
  double from_deg = -20;
  double to_deg = 88;
  double step_deg = 0.5;
  std::vector<double> pulls_m{1, 0.9, 0.8, 0.7, 0.6, 0.5};
  int sacrificed = 0;  ///< number of birds that are thrown away first
  std::size_t throws() const;
};

/// The sweep for the task's gravity: angles from -20 to 88 degrees, or from -85 to 80 degrees where things
/// fall upwards. The birds of birds_to_sacrifice() are thrown away first.
SolverSpec solver_spec(const Task& task, double step_deg = 0.5);

/// The angles of the sweep, in degrees, ascending.
std::vector<double> angles_deg(const SolverSpec& spec);

/// How many birds must be thrown away first: the largest number of birds after which a force field of the
/// task starts (ForceField::after_birds_gone).
int birds_to_sacrifice(const Task& task);

/// One throw of the sweep.
struct Throw {
  double angle_deg = 0;  ///< elevation above the direction in which the slingshot faces
  double pull_m = 1;
  friend bool operator==(const Throw&, const Throw&) = default;
};
/// One shot for each bird of the task: the first `sacrificed` birds are thrown away, each following bird
/// takes the next of `throws`, and those that are left repeat the last one.
std::vector<Shot> shots_of(const Task& task, const std::vector<Throw>& throws, int sacrificed);

/// A play that passes the task: the first birds take the throws in `before`, and all others the throw `what`.
struct Solution {
  Throw what{};
  std::vector<Throw> before{};  ///< one throw for each bird; often empty, so that all birds take `what`
  std::vector<Shot> shots{};    ///< of the whole play
  PlayAnalysis analysis{};
};

/// The numbers that the solver plays with. It searches with the physics `search`, which may remove slow birds
/// early, and confirms each solution with `physics`.
struct SolverNumbers {
  const Catalogue& catalogue;
  const Physics& search;
  const Physics& physics;
};

/// The numbers for a search with the physics called "fast" and a confirmation with the physics called
/// `physics`. The assets must outlive the numbers.
SolverNumbers solver_numbers(const Assets& assets, const std::string& physics = "standard");

/// Tries throws on one task. The first birds take the fixed throws in `before`, and all others the throw that
/// is tried.
class SameThrow {
 public:
  /// The task and the catalogue must outlive this object.
  SameThrow(const Task& task, const Catalogue& catalogue, const Physics& physics, int sacrificed,
            const std::vector<Throw>& before = {});

  /// Whether the task is passed when all remaining birds take this throw. Where `before` is empty and the
  /// first of them changes no object, the others are not played: the same throw would change nothing either.
  bool passes(const Throw& what);
  /// The shots of the whole play, including `before` and the birds that are thrown away.
  std::vector<Shot> shots(const Throw& what) const;

 private:
  const Task& task_;
  int sacrificed_;
  std::vector<Throw> before_;
  std::size_t first_;  ///< index of the first bird that takes the throw that is tried
  bool repeats_;       ///< several birds take the throw that is tried, and `before` is empty
  PlayStart start_;
  std::vector<BodyView> at_start_;
};

/// Every throw of the sweep that passes the task, according to SameThrow::passes(), when all birds after
/// `before` take it. The solutions are in the order of the sweep: by pull, then by angle. When `stop` is
/// requested, the sweep ends with the solutions so far.
std::vector<Solution> solve(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers,
                            const std::vector<Throw>& before = {}, const std::stop_token& stop = {});

/// A beam search for a sequence of different throws that passes the task, for tasks in which the same throw
/// by every bird does not. Bird by bird the search keeps the four beginnings that achieved most: first by
/// dead pigs, then by birds that touched pigs, then by how far blocks moved. After each beginning it tries
/// every throw of `spec`, the same for all birds that are left. The throws of beginnings are three times
/// spec.step_deg apart, but at most 4 degrees, and use every other pull. Empty where nothing is found.
std::vector<Solution> beam_search(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers);
/// The result of solve() or, where it finds nothing, of beam_search().
std::vector<Solution> solve_or_search(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers);

/// A window of winning angles at one pull, and the throws of its middle.
struct WinningWindow {
  std::vector<Throw> throws{};  ///< earlier throws, if any, and at the end the window's middle
  AngleWindow window{};
  /// How many of the nine plays of disturbed() win; 0 where the middle loses.
  int disturbed_wins = 0;

  std::vector<Throw> before() const { return {throws.begin(), throws.end() - 1}; }
  /// Whether the window passes the check solvable: it is wide enough, and enough of its disturbed plays win.
  bool safe(double step_deg) const;
};

/// Groups solutions, which come in the order of solve(), into windows. The widest come first, and equally
/// wide ones in the order of the solutions.
std::vector<WinningWindow> windows_of(const std::vector<Solution>& solutions, double step_deg);

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
/// where there is no solution.
std::optional<WinningWindow> safest_window(const Task& task, const std::vector<Solution>& solutions,
                                           const SolverNumbers& numbers, double step_deg);

/// Shots that pass the task, with a margin if possible: of the first pull, in the order of the sweep, that
/// has a window wide and safe enough for the check solvable, else of the safest window of all pulls. Empty
/// where the solver finds no solution.
std::vector<Shot> safe_solution(const Task& task, const SolverNumbers& numbers, double step_deg = 0.5);

}  // namespace novphy
