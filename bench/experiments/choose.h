#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "bench/experiments/checked.h"

namespace novphy {

/// Counts of sides and pairs that pass all checks.
struct Count {
  int sides = 0;  ///< sides that pass all their checks
  int pairs = 0;  ///< pairs whose two sides both pass all their checks
  friend auto operator<=>(const Count&, const Count&) = default;
};
Count count_of(const std::vector<CheckedPair>& pairs);

/// The checks that the normal and the novel side of a pair fail.
using Failures = std::array<std::vector<std::string>, 2>;

/// The result of the grid search for one set of numbers.
struct Result {
  std::string set;
  std::string novelty;                     ///< the novelty of the pairs; "" for all pairs
  std::map<std::string, Failures> failed;  ///< failed checks, by the name of the pair
};

/// Reads the lines that `experiment calibrate grid` wrote. Throws InputError.
std::vector<Result> read_results(const std::string& file);

/// Whether a pair, such as "010203", belongs to the first or to the second half of the pairs. The first half
/// holds the pairs whose novelty number plus scenario number is even. Each half holds every novelty and every
/// scenario.
bool in_first_half(const std::string& pair);
bool in_second_half(const std::string& pair);

/// A set of numbers that is among the best on one half of the pairs, with its counts on both halves.
struct HeldOut {
  std::string set;
  Count fitted;    ///< on the half that chose the set
  Count held_out;  ///< on the other half
};
/// The best sets of numbers on the half of the pairs for which `fit` is true. The best sets have most passing
/// sides and, among these, most passing pairs. Only results for all pairs are looked at.
std::vector<HeldOut> held_out(const std::vector<Result>& results, bool (*fit)(const std::string&));

/// Prints the counts of every set. Also prints the sets that each half of the pairs would choose, with their
/// counts on the other half.
void print_choice(const std::vector<Result>& results);

}  // namespace novphy
