#pragma once

#include <optional>
#include <span>
#include <vector>

#include "evaluator/measures/intervals.h"

/// Tests on ranks: pure functions. Values are finite; all p are two-sided. An exact p is the share of the
/// equally likely rearrangements of the ranks at hand, ties and all, whose statistic is at least as far from
/// its mean as the one observed. It is counted in whole numbers, so that nothing is lost by rounding.
namespace novphy {

/// The rank of each value among all, from 1 for the smallest; equal values share the mean of their ranks.
std::vector<double> mid_ranks(std::span<const double> values);

/// Mann & Whitney (1947), the rank sum test of two independent samples a and b.
struct MannWhitney {
  double u;         ///< pairs in which a's value is the greater, ties a half: 0..n_a n_b
  double effect;    ///< rank-biserial correlation 2 u / (n_a n_b) - 1: from -1 (all of a lower) to 1
  double p_normal;  ///< normal approximation with tie and continuity correction, as in NovPhy's Appendix F
  std::optional<double> p_exact;  ///< over all choices of n_a of the ranks; for n_a + n_b <= 40
};
/// Empty where a sample is. Where all values are equal, both p are 1.
std::optional<MannWhitney> mann_whitney(std::span<const double> a, std::span<const double> b);

/// Spearman (1904), the rank correlation of n pairs.
struct Spearman {
  double rho;                      ///< Pearson's correlation of the mid-ranks
  int n;                           ///< pairs
  double p_t;                      ///< by Student's t with n - 2 degrees of freedom; 0 for a rho of -1 or 1
  std::optional<double> p_exact;   ///< over all n! pairings of the ranks; for n <= 8
  std::optional<Interval> fisher;  ///< 95 % by fisher_interval(): none for n = 3 or a rho of -1 or 1
};
/// Pairs are x[i], y[i]; requires as many of each. Empty for n < 3 and where a side is constant.
std::optional<Spearman> spearman(std::span<const double> x, std::span<const double> y);

/// Wilcoxon (1945), the signed-rank test that differences are spread alike to both sides of 0.
struct SignedRank {
  double w_plus;    ///< sum of the ranks of |difference| over the positive differences: 0..n (n + 1) / 2
  int n;            ///< nonzero differences
  double p_normal;  ///< normal approximation with tie and continuity correction
  std::optional<double> p_exact;  ///< over all 2^n signs; for n <= 60
};
/// Zeros are dropped. Differences come from subtractions, so 0.9 - 0.7 and 0.4 - 0.2 must tie although their
/// last bits differ: neighbours in size nearer than 1e-12 of the greatest size are equal, and one that
/// near to 0 is zero. Empty where no difference is nonzero.
std::optional<SignedRank> signed_rank(std::span<const double> differences);

}  // namespace novphy
