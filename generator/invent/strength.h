#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "generator/invent/invention.h"
#include "generator/invent/ways.h"

namespace novphy {

/// How a law acts in a second place, which is drawn on the way of a lure.
struct SecondChoice {
  int number = 0;     ///< of the draw, from 1 on; 0: there is no second place
  double factor = 1;  ///< on the strength
  Vec2 moved_m{};     ///< of the region, if there is one
  friend bool operator==(const SecondChoice&, const SecondChoice&) = default;
};

/// The result of searching a strength at which the old throws fail and new ones win.
struct FoundStrength {
  std::string failed{};  ///< "old_plan_fails" or "solvable" where there is none
  double least = 0;      ///< the least strength, to 5 %, from which on at most one of the old plays wins
  double strength = 0;   ///< above it, so that new throws win
  SecondChoice second{};
};

/// What wins in a normal task.
struct OldWins {
  const Task& task;
  const OldWays& ways;
  const std::vector<Solution>& throws;  ///< these do not count as new
};

/// An invention that acts in a second place, too.
struct SecondPlace {
  Invention whole{};
  std::size_t lure = 0;  ///< index in OldWays::lures
};
/// Nothing where the draw of this number makes no second place.
using DrawSecond = std::function<std::optional<SecondPlace>(const SecondChoice& choice)>;

/// Looks for the least of the strengths, a factor of 2 apart, at which the old plays fail. Above it, takes a
/// strength at which lures win, by themselves or with a second place (if `second` is not empty), else, from a
/// drawn one of four on, at which new throws of a coarse sweep do. Throws as World does.
FoundStrength find_strength(const OldWins& old, const Invention& invention, const SolverNumbers& numbers,
                            Rng& rng, const DrawSecond& second = {});

}  // namespace novphy
