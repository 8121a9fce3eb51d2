#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/checks.h"

namespace novphy {

/// Throws near which a member of a family probably has a window of winning throws: the middles of at most
/// four windows of the base, the widest first.
using Hints = std::vector<Throw>;
Hints hints_of(const Task& base, const SolverNumbers& numbers);
/// The same from the solutions of a sweep that holds all throws of the search for hints.
Hints hints_of(const std::vector<Solution>& solutions);
inline constexpr double kHintStepDeg = 1;  ///< step of the search for hints

inline constexpr double kEdgeStepDeg = 0.5;  ///< step of the search for a window's edges

/// The result of proving one side of a pair: a window, and the nine disturbed plays of its middle.
struct Proved {
  std::string failed{};  ///< the check that failed first; "" where all checks passed
  WinningWindow window{};
  /// The result of disturbed(); [4] is the window's middle itself.
  std::vector<std::vector<Shot>> plays{};
  /// An analysis for each of `plays`; empty where the window was rejected before that play.
  std::vector<PlayAnalysis> analyses{};
  /// The disks of each of `plays`. Nothing where the play was not analysed or had a certain end; empty where
  /// an earlier play is equal.
  std::vector<std::optional<SweptDisks>> disks{};
  /// The shots of the window's middle, which are stored with a task.
  const std::vector<Shot>& witness() const { return plays[plays.size() / 2]; }
};

/// The first window, within 14 degrees of a hint, that is wide and safe enough for the check solvable;
/// nothing where there is none. This is cheaper than a sweep because the search ends with the first window.
std::optional<Proved> find_window(const Task& task, const Hints& hints, const SolverNumbers& numbers);

/// The disks of all proved plays, with birds followed until they rest. The rule of certain ends does not
/// change plays without a certain end, so their disks are known from the proof; the others are played again.
SweptDisks swept_disks(const Task& task, const Proved& proved, const SolverNumbers& numbers);

/// Proves one side of a pair with one window of winning throws instead of a whole sweep. Each side must pass
/// valid_start, solvable, no_direct_hit and rule_wins. The last two look only at those of the nine disturbed
/// plays that win, and rule_wins does not search with fewer birds. A novel side must also pass those of the
/// following that its novelties require: novelty_needed with the nine disturbed plays, old_plan_fails with
/// the nine disturbed plays of a window of the normal side, usual_way_fails with those of any of the base's
/// widest four, and storm_not_skipped with a coarse sweep.
class Prover {
 public:
  /// Searches both sides of the base for hints; a side without a solution gives none. The table of novelties
  /// says which of novelty_needed, storm_not_skipped and old_plan_fails the novel side must pass.
  Prover(const Pair& base, const std::vector<Novelty>& novelties, const SolverNumbers& numbers);
  /// With hints that are known.
  Prover(Hints normal, Hints novel, const std::vector<Novelty>& novelties, const SolverNumbers& numbers);
  Proved prove(const Pair& member, bool novel) const;

 private:
  /// Takes the analyses out of `proved`.
  std::string way_problem(const Template& base, const DistractorRules& distractors, Proved& proved) const;
  std::string novel_problem(const Pair& member, const Proved& proved) const;

  SolverNumbers numbers_;
  std::vector<Novelty> novelties_;
  Hints normal_;
  Hints novel_;
};

}  // namespace novphy
