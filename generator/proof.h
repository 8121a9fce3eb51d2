#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/required_checks.h"
#include "generator/safe_solution.h"
#include "levels/pair.h"

namespace novphy {

/// Where to look first for windows of members of a family: the middles of the base's windows, widest first.
struct Hints {
  std::vector<Throw> middles{};
};
Hints hints_of(const Task& base, const SolverNumbers& numbers);

inline constexpr double kEdgeStepDeg = 0.5;  ///< between the throws at a window's edges

/// A window and its nine disturbed plays.
struct TriedWindow {
  SafeSolution safest{};
  std::vector<std::vector<Shot>> plays{};  ///< as disturbed() gives them
  std::vector<PlayAnalysis> analyses{};    ///< of the plays; empty ones where the window was given up before
};

/// A window of the task that is wide and safe enough for check C1, near the hints; nothing where none is
/// found. Cheaper than a sweep: it ends with the first one.
std::optional<TriedWindow> find_window(const Task& task, const Hints& hints, const SolverNumbers& numbers);

/// What came of proving one side of a pair by its witness.
struct Proved {
  std::string failed{};  ///< the check that failed first; "" where all hold
  SafeSolution window{};
  std::vector<std::vector<Shot>> plays{};  ///< the window's middle, disturbed; [4] is the middle itself
  /// The middle of the window: what is stored with a task.
  const std::vector<Shot>& witness() const { return plays[plays.size() / 2]; }
};

/// Checks by the shots of one window instead of a sweep: C0; C1; C5 and C4, without its search with fewer
/// birds, on the nine disturbed plays; of a novel side C2b on these plays, C3a with the disturbed plays of
/// the normal side's window, and C2c with a coarse sweep.
class Prover {
 public:
  /// Looks for the hints in the pair's base, whose sides may lack a solution. The table of novelties says
  /// which of C2b, C2c and C3a the novel side must pass.
  Prover(const Pair& base, const std::vector<Novelty>& novelties, const SolverNumbers& numbers);
  Proved prove(const Pair& member, bool novel) const;

 private:
  std::string way_problem(const Template& base, const DistractorRules& distractors, TriedWindow tried) const;
  std::string novel_problem(const Pair& member, const Proved& proved) const;

  SolverNumbers numbers_;
  std::vector<Novelty> novelties_;
  Hints normal_;
  Hints novel_;
};

}  // namespace novphy
