#pragma once

#include "generator/checks.h"
#include "generator/required_checks.h"

/// Each check of a pair as one function. A check reads the solver's results and plays further shots where
/// needed.
namespace novphy::checks {

/// A side to be checked, the solver's results for the side, and the numbers to play with.
struct Side {
  const Template& base;
  const SideReport& report;
  const DistractorRules& distractors;
  const SolverNumbers& numbers;
  double step_deg = 0.5;  ///< between the throws of the sweep
  int sacrificed = 0;     ///< number of birds thrown away first: birds_to_sacrifice()
};

CheckResult valid_start(const Side& side);  ///< C0
CheckResult solvable(const Side& side);     ///< C1
/// C2a
CheckResult novelty_touched(const Side& novel, const RequiredChecks& required);
CheckResult novelty_needed(const Side& novel);                      ///< C2b
CheckResult storm_not_skipped(const Side& novel);                   ///< C2c
CheckResult old_plan_fails(const Side& normal, const Side& novel);  ///< C3a
CheckResult way_changes(const Side& normal, const Side& novel);     ///< C3b
CheckResult wins_as_meant(const Side& side);                        ///< C4 without the search for fewer birds
CheckResult rule_wins(const Side& side);                            ///< C4 with the search for fewer birds
CheckResult no_direct_hit(const Side& side);                        ///< C5
CheckResult not_trivial(const Side& side);                          ///< C6
CheckResult distractors_neutral(const Side& side);                  ///< C7
CheckResult pair_is_a_pair(const Side& normal, const Side& novel);  ///< C8, always kReported

}  // namespace novphy::checks
