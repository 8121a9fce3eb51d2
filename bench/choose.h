#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "bench/checked.h"

namespace novphy {

/// How many sides, and how many pairs with both their sides, pass all that is asked of them.
struct Count {
  int sides = 0;
  int pairs = 0;
  friend auto operator<=>(const Count&, const Count&) = default;
};
Count count_of(const std::vector<CheckedPair>& pairs);

/// The checks that the normal and the novel side of a pair fail.
using Failures = std::array<std::vector<std::string>, 2>;

/// What the grid found for one set of numbers.
struct Result {
  std::string set;
  std::string novelty;                     ///< "" is all pairs
  std::map<std::string, Failures> failed;  ///< by pair
};

/// Lines of `calibrate grid`. Throws InputError.
std::vector<Result> read_results(const std::string& file);

/// The halves: both hold every novelty and every scenario, and both sides of a pair stand in the same one.
/// The first is where novelty + scenario is even.
bool in_first_half(const std::string& pair);
bool in_second_half(const std::string& pair);

/// A set that is among the best on one half, and what the other half says of it.
struct HeldOut {
  std::string set;
  Count fitted;
  Count held_out;
};
/// The sets of all pairs with most sides that pass, then most pairs, on the half that `fit` picks.
std::vector<HeldOut> held_out(const std::vector<Result>& results, bool (*fit)(const std::string&));

/// Prints every set, and which one each half of the pairs would choose with what the other half says of it.
void print_choice(const std::vector<Result>& results);

}  // namespace novphy
