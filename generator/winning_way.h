#pragma once

#include <compare>
#include <string>
#include <vector>

#include "generator/solver.h"
#include "levels/pair.h"

namespace novphy {

/// What tells one way of winning a task from another.
struct WinningWay {
  int first = -1;     ///< index of the object that a bird touched first; -1: none
  bool left = false;  ///< whether birds are thrown to the left
  std::string
      killer{};  ///< "bird", or index and looks of the object that killed the last pig; "" where none did
  std::string mode{};    ///< how the killer came: "direct", "fall", "roll", "slide" or "other"
  std::string target{};  ///< looks of the last pig that was killed
  auto operator<=>(const WinningWay&) const = default;
};

/// The way of most solutions; of equally frequent ones the least. There must be a solution.
WinningWay usual_way(const Template& base, const std::vector<Solution>& solutions,
                     const SolverNumbers& numbers);

/// "touches pig first, pig_small killed by bird (direct)", for people.
std::string words(const Template& base, const WinningWay& way);

/// Whether the last pig died as the template's intent says: by the bird itself, or by the rule object, which
/// rolled, fell or slid there (docs/verify.md, C4). The template must have an intent.
bool wins_by_rule(const Template& base, const Solution& solution);

}  // namespace novphy
