#pragma once

#include "evaluator/measures/intervals.h"

/// Tests on ranks as pure functions. All values are finite. Every p is two-sided. An exact p is the share of
/// the equally likely rearrangements of the given ranks, ties included, whose statistic is at least as far
/// from its mean as the observed one. It is counted in whole numbers, without rounding.
namespace novphy {

/// The rank of each value among all values, from 1 for the smallest. Equal values share the mean of their
/// ranks.
std::vector<double> mid_ranks(std::span<const double> values);

/// Mann & Whitney (1947): the rank sum test of two independent samples a and b of n_a and n_b values.
struct MannWhitney {
  double u;         ///< pairs in which a's value is greater, a tie counting a half: 0..n_a n_b
  double effect;    ///< rank-biserial correlation 2 u / (n_a n_b) - 1: from -1 (all of a lower) to 1
  double p_normal;  ///< normal approximation with tie and continuity correction, as in NovPhy's Appendix F
  std::optional<double> p_exact;  ///< over all choices of n_a of the ranks; only for n_a + n_b <= 40
};
/// Empty if a or b is empty. If all values are equal, p_normal and p_exact are 1.
std::optional<MannWhitney> mann_whitney(std::span<const double> a, std::span<const double> b);

/// Spearman (1904): the rank correlation of n pairs.
struct Spearman {
  double rho;                      ///< Pearson's correlation of mid-ranks
  int n;                           ///< pairs
  double p_t;                      ///< by Student's t with n - 2 degrees of freedom; 0 if rho is -1 or 1
  std::optional<double> p_exact;   ///< over all n! pairings of ranks; only for n <= 8
  std::optional<Interval> fisher;  ///< 95 % by fisher_interval(); empty if n = 3 or rho is -1 or 1
};
/// The pairs are (x[i], y[i]); x and y must have equal sizes. Empty if n < 3, or if x or y is constant.
std::optional<Spearman> spearman(std::span<const double> x, std::span<const double> y);

/// Wilcoxon (1945): the signed-rank test that differences are spread symmetrically around 0.
struct SignedRank {
  double w_plus;    ///< sum of the ranks of |difference| over the positive differences: 0..n (n + 1) / 2
  int n;            ///< nonzero differences
  double p_normal;  ///< normal approximation with tie and continuity correction
  std::optional<double> p_exact;  ///< over all 2^n signs; only for n <= 60
};
/// Differences of 0 are dropped. Differences come from subtractions, so 0.9 - 0.7 and 0.4 - 0.2 must tie
/// although their last bits differ: neighbours in size count as equal if they are less than 1e-12 of the
/// greatest size apart, and a difference that close to 0 counts as 0. Empty if no difference is nonzero.
std::optional<SignedRank> signed_rank(std::span<const double> differences);

// The correction for many tests, as pure functions.

/// Adjusted p-values of Holm (1979), in the order of `p`. The i-th smallest of m p-values is multiplied by m
/// - i + 1, raised to the adjusted p before it if that is greater, and limited to 1. Rejecting the hypotheses
/// with an adjusted p up to alpha rejects any true hypothesis with a probability of at most alpha.
std::vector<double> holm(std::span<const double> p);

/// Holm's correction if some tests are undefined. These stay undefined and do not count among the m.
std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p);

}  // namespace novphy
