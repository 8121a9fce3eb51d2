#include "evaluator/measures/intervals.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cassert>
#include <cmath>

namespace novphy {
namespace {

/// The number of standard deviations to each side of the mean that hold this share of a normal distribution.
double normal_width(double confidence) {
  assert(confidence > 0 && confidence < 1);
  return boost::math::quantile(boost::math::complement(boost::math::normal(), (1 - confidence) / 2));
}

/// The smaller root of the score equation, computed as the product of both roots over the greater root. This
/// form takes no difference of near numbers and is exactly 0 for a share of 0.
double wilson_low(double share, double n, double z) {
  const double middle = share + z * z / (2 * n);
  const double half_width = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return share * share / (middle + half_width);
}

}  // namespace

Interval wilson(double successes, int trials, double confidence) {
  assert(trials >= 1 && successes >= 0 && successes <= trials);
  const double z = normal_width(confidence);
  const double failures = trials - successes;
  return {wilson_low(successes / trials, trials, z), 1 - wilson_low(failures / trials, trials, z)};
}

std::optional<Interval> fisher_interval(double correlation, int n, double confidence) {
  if (n < 4 || std::abs(correlation) >= 1) return std::nullopt;
  const double centre = std::atanh(correlation);
  const double half_width = normal_width(confidence) / std::sqrt(n - 3);
  return Interval{std::tanh(centre - half_width), std::tanh(centre + half_width)};
}

std::optional<double> quantile(std::span<const double> sorted, double p) {
  assert(p >= 0 && p <= 1);
  if (sorted.empty()) return std::nullopt;
  const double place = static_cast<double>(sorted.size() - 1) * p;
  const auto lower = static_cast<std::size_t>(place);
  const auto upper = std::min(lower + 1, sorted.size() - 1);
  return std::lerp(sorted[lower], sorted[upper], place - std::floor(place));
}

std::optional<Interval> percentile_interval(std::vector<double> values, double confidence) {
  assert(confidence > 0 && confidence < 1);
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  return Interval{*quantile(values, (1 - confidence) / 2), *quantile(values, (1 + confidence) / 2)};
}

}  // namespace novphy
