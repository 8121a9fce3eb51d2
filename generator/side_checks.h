#pragma once

#include <compare>
#include <string>
#include <vector>

#include "generator/checks.h"

/// The checks of a pair. A check reads the results of the solver, and plays further shots where it needs
/// them.
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

/// A side to check, the solver's results for it, and the numbers to play with.
struct SideToCheck {
  const Template& base;
  const SideReport& report;
  const DistractorRules& distractors;
  const SolverNumbers& numbers;
  double step_deg = 0.5;  ///< between the throws of the sweep
};

// Two checks that Prover makes, too. Their results lack the id.

CheckResult no_direct_hit(const SideToCheck& side);
CheckResult wins_as_meant(const SideToCheck& side);  ///< rule_wins without the search with fewer birds

}  // namespace novphy
