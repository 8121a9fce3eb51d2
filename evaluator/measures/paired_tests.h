#pragma once

#include <optional>
#include <span>
#include <vector>

/// The correction for many tests, as pure functions.
namespace novphy {

/// Adjusted p-values of Holm (1979), in the order of `p`. The i-th smallest of m p-values is multiplied by m
/// - i + 1, raised to the adjusted p before it if that is greater, and limited to 1. Rejecting the hypotheses
/// with an adjusted p up to alpha rejects any true hypothesis with a probability of at most alpha.
std::vector<double> holm(std::span<const double> p);

/// Holm's correction if some tests are undefined. These stay undefined and do not count among the m.
std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p);

}  // namespace novphy
