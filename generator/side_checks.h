#pragma once

#include <compare>
#include <string>
#include <vector>

#include "generator/checks.h"
#include "generator/solver.h"
#include "levels/pair.h"

namespace novphy {

/// How a task is won. Two solutions win in the same way if all fields are equal.
struct WinningWay {
  int first = -1;     ///< index of the object that a bird touched first; -1 where birds touched no object
  bool left = false;  ///< whether birds are thrown to the left
  /// What killed the last pig: "bird", or the index and appearance of an object; "": no body.
  std::string killer{};
  std::string mode{};    ///< how the killer reached the pig: "direct", "fall", "roll", "slide" or "other"
  std::string target{};  ///< appearance of the last pig that was killed
  auto operator<=>(const WinningWay&) const = default;
};

/// The most frequent way among the solutions, which must not be empty; of equally frequent ones, the least by
/// operator<=>.
WinningWay usual_way(const Template& base, const std::vector<Solution>& solutions,
                     const SolverNumbers& numbers);

/// The way in words for people: "touches pig first, pig_small killed by bird (direct)".
std::string words(const Template& base, const WinningWay& way);

/// Whether the last pig died as the template's intent says (the check rule_wins): by the bird itself, or by
/// the rule object, which rolled, fell or slid to it. The template must have an intent.
bool wins_by_rule(const Template& base, const Solution& solution);

}  // namespace novphy

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
