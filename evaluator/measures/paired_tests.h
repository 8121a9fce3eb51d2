#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Tests of paired differences, and the correction for many tests, as pure functions. Differences are finite.
namespace novphy {

/// Two-sided sign-flip test that differences have mean 0 (Fisher 1935, Pitman 1937). p is the share of the
/// sign patterns, each equally likely, whose mean is at least as far from 0 as the observed mean. Two sums
/// count as equal if they differ by less than 1e-12 of the sum of the absolute values. With up to 16 nonzero
/// differences all patterns are counted and `seed` is not used. With more, 9,999 random patterns are drawn
/// and p = (1 + hits) / (1 + 9,999), which is never 0. p is 1 if all differences are 0. Empty for no
/// differences.
std::optional<double> sign_flip_p(std::span<const double> differences, std::uint64_t seed);

/// The sign-flip test for differences in strata, such as the cells of a plan. The statistic is the mean of
/// the strata's mean differences, all of equal weight. Empty strata do not count. Empty if all strata are
/// empty. All patterns are counted if the strata together have up to 16 nonzero differences.
std::optional<double> stratified_sign_flip_p(const std::vector<std::vector<double>>& differences_by_stratum,
                                             std::uint64_t seed);

/// Adjusted p-values of Holm (1979), in the order of `p`. The i-th smallest of m p-values is multiplied by m
/// - i + 1, raised to the adjusted p before it if that is greater, and limited to 1. Rejecting the hypotheses
/// with an adjusted p up to alpha rejects any true hypothesis with a probability of at most alpha.
std::vector<double> holm(std::span<const double> p);

/// Holm's correction if some tests are undefined. These stay undefined and do not count among the m.
std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p);

}  // namespace novphy
