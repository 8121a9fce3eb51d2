#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/judge.h"

namespace novphy {

struct Count {
  int holds = 0;
  int partly = 0;
  int fails = 0;
};
Count count_of(const std::vector<PairFigures>& pairs);

/// What the grid found for one set of numbers.
struct Result {
  std::string set;
  std::string novelty;                   ///< "" is all pairs
  std::map<std::string, char> verdicts;  ///< by pair: 'H', 'P', 'F'
};

/// Lines of `calibrate grid`. Throws InputError.
std::vector<Result> read_results(const std::string& file);

/// The halves: both hold every novelty and every scenario. The first is where novelty + scenario is even.
bool in_first_half(const std::string& pair);
bool in_second_half(const std::string& pair);

/// A set that is among the best on one half, and what the other half says of it.
struct HeldOut {
  std::string set;
  Count fitted;
  Count held_out;
};
/// The sets of all pairs with most (holds - fails) on the half that `fit` picks.
std::vector<HeldOut> held_out(const std::vector<Result>& results, bool (*fit)(const std::string&));

/// Prints every set, and which one each half of the pairs would choose with what the other half says of it.
void print_choice(const std::vector<Result>& results);

}  // namespace novphy
