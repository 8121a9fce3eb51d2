#pragma once

#include "generator/checks.h"
#include "generator/required_checks.h"

/// The checks, one function each. They read what the solver found and play what else they need.
namespace novphy::checks {

/// A side that is checked, and what it is played with.
struct Side {
  const Template& base;
  const SideReport& report;
  const DistractorRules& distractors;
  const SolverNumbers& numbers;
  double step_deg = 0.5;
  int sacrificed = 0;
};

CheckResult valid_start(const Side& side);  ///< C0
CheckResult solvable(const Side& side);     ///< C1
/// C2a
CheckResult novelty_touched(const Side& novel, const RequiredChecks& required);
CheckResult novelty_needed(const Side& novel);                      ///< C2b
CheckResult storm_not_skipped(const Side& novel);                   ///< C2c
CheckResult old_plan_fails(const Side& normal, const Side& novel);  ///< C3a
CheckResult way_changes(const Side& normal, const Side& novel);     ///< C3b
CheckResult wins_as_meant(const Side& side);                        ///< C4 of what wins, without ...
CheckResult rule_wins(const Side& side);                            ///< ... C4's search with fewer birds
CheckResult no_direct_hit(const Side& side);                        ///< C5
CheckResult not_trivial(const Side& side);                          ///< C6
CheckResult distractors_neutral(const Side& side);                  ///< C7
CheckResult pair_is_a_pair(const Side& normal, const Side& novel);  ///< C8, a report

}  // namespace novphy::checks
