#pragma once

#include <optional>

namespace novphy {

/// What two agents that play the same trials are to be told apart by.
struct DifferenceSought {
  double difference = 0;  ///< of the means over the cells
  double deviation = 0;   ///< of the differences of pairs within a cell
  int cells = 1;
  double power = 0.8;
  double alpha = 0.05;  ///< two-sided
};

/// The probability that difference_test() of so many pairs in each cell finds the difference, for normal
/// differences of pairs, by the noncentral t distribution. Needs at least 2 trials.
double power_of(const DifferenceSought& sought, int trials);

/// The fewest pairs in each cell with which power_of() is enough. Empty above a million.
std::optional<int> trials_needed(const DifferenceSought& sought);

/// The standard deviation of the difference of two independent shares of one trial each.
double deviation_of_shares(double a, double b);

}  // namespace novphy
