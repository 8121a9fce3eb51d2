#pragma once

#include "generator/checks.h"

/// One function for each check of a pair. A check reads the results of the solver, and plays further shots
/// where it needs them.
namespace novphy::checks {

/// A side to check, the solver's results for it, and the numbers to play with.
struct Side {
  const Template& base;
  const SideReport& report;
  const DistractorRules& distractors;
  const SolverNumbers& numbers;
  double step_deg = 0.5;  ///< between the throws of the sweep
  int sacrificed = 0;     ///< number of birds thrown away first: birds_to_sacrifice()
};

CheckResult valid_start(const Side& side);
CheckResult solvable(const Side& side);
CheckResult novelty_touched(const Side& novel, const RequiredChecks& required);
CheckResult novelty_needed(const Side& novel, const RequiredChecks& required);
CheckResult storm_not_skipped(const Side& novel);
CheckResult old_plan_fails(const Side& normal, const Side& novel);
CheckResult way_changes(const Side& normal, const Side& novel);
CheckResult wins_as_meant(const Side& side);  ///< rule_wins without the search with fewer birds
CheckResult rule_wins(const Side& side);
CheckResult no_direct_hit(const Side& side);
CheckResult not_trivial(const Side& side);
CheckResult distractors_neutral(const Side& side);
CheckResult pair_is_a_pair(const Side& normal, const Side& novel);  ///< always kReported

}  // namespace novphy::checks
