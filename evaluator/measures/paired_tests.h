#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Tests of paired differences and the correction for many tests: pure functions. Differences are finite.
namespace novphy {

/// Two-sided sign-flip test that differences have mean 0 (Fisher 1935, Pitman 1937): the share of the sign
/// patterns, each equally likely, whose mean is at least as far from 0 as the one observed; sums that differ
/// by less than 1e-12 of the sum of sizes are equal. With up to 16 nonzero differences over all patterns, and
/// the seed is not used; with more over 9,999 random ones: (1 + hits) / (1 + 9,999), never 0. All zero: 1.
/// Empty for no differences.
std::optional<double> sign_flip_p(std::span<const double> differences, std::uint64_t seed);

/// The same for differences in strata, such as the cells of a plan: the statistic is the mean over strata of
/// the stratum's mean difference, each stratum counting alike. Empty strata do not count; empty where all
/// are. Counts all patterns with up to 16 nonzero differences in all strata together.
std::optional<double> stratified_sign_flip_p(const std::vector<std::vector<double>>& differences_by_stratum,
                                             std::uint64_t seed);

/// Adjusted p-values of Holm (1979), in the order given: the i-th smallest of m times m - i + 1, at least as
/// great as the one before, at most 1. Rejecting those up to alpha rejects any true
/// hypothesis with a probability of at most alpha.
std::vector<double> holm(std::span<const double> p);

/// The same where some tests are undefined: these stay so and do not count among the m.
std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p);

}  // namespace novphy
