#pragma once

#include <compare>
#include <string>
#include <vector>

#include "generator/solver.h"
#include "levels/pair.h"

namespace novphy {

/// A way of winning a task. Two solutions win in the same way where all fields are equal.
struct WinningWay {
  int first = -1;     ///< index of the object that a bird touched first; -1 where birds touched no object
  bool left = false;  ///< whether birds are thrown to the left
  /// What killed the last pig: "bird", or index and appearance of an object; "" where no body did.
  std::string killer{};
  std::string mode{};    ///< how the killer reached the pig: "direct", "fall", "roll", "slide" or "other"
  std::string target{};  ///< appearance of the last pig that was killed
  auto operator<=>(const WinningWay&) const = default;
};

/// The most frequent way among the solutions; where several are equally frequent, the least by operator<=>.
/// `solutions` must not be empty.
WinningWay usual_way(const Template& base, const std::vector<Solution>& solutions,
                     const SolverNumbers& numbers);

/// The way in words for people: "touches pig first, pig_small killed by bird (direct)".
std::string words(const Template& base, const WinningWay& way);

/// Whether the last pig died as the template's intent says: killed by the bird itself, or by the rule object
/// that rolled, fell or slid to the pig (the check rule_wins). The template must have an intent.
bool wins_by_rule(const Template& base, const Solution& solution);

}  // namespace novphy
