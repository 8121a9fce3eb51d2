#pragma once

#include <compare>
#include <string>
#include <vector>

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
