#include "evaluator/measures/intervals.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <numeric>

namespace novphy {
namespace {

/// The number of standard deviations on each side of the mean that cover this share of a normal distribution.
double normal_width(double confidence) {
  assert(confidence > 0 && confidence < 1);
  return boost::math::quantile(boost::math::complement(boost::math::normal(), (1 - confidence) / 2));
}

/// As normal_width(), for Student's distribution.
double student_width(double freedom, double confidence) {
  assert(confidence > 0 && confidence < 1);
  return boost::math::quantile(
      boost::math::complement(boost::math::students_t(freedom), (1 - confidence) / 2));
}

/// The mean of some values, and the sum of their squared distances from the mean.
struct Sample {
  explicit Sample(std::span<const double> values) : n(static_cast<double>(values.size())) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    mean = *least == *most ? *least : std::accumulate(values.begin(), values.end(), 0.0) / n;
    for (const double value : values) squares += (value - mean) * (value - mean);
  }
  double variance() const { return squares / (n - 1); }

  double n;
  double mean = 0;
  double squares = 0;
};

/// Half the width of Student's interval.
double half_width(const Sample& sample, double confidence) {
  return student_width(sample.n - 1, confidence) * std::sqrt(sample.variance() / sample.n);
}

/// Student's interval of the values together with both ends of their range, cut to the range and widened to
/// hold the mean of the values.
Interval interval_with_ends(std::span<const double> values, Interval ends, double confidence) {
  assert(!values.empty());
  std::vector<double> more(values.begin(), values.end());
  const double mean = Sample(values).mean;
  more.insert(more.end(), {ends.low, ends.high});
  const Sample sample(more);
  const double half = half_width(sample, confidence);
  return {std::min(mean, std::max(ends.low, sample.mean - half)),
          std::max(mean, std::min(ends.high, sample.mean + half))};
}

/// The smaller root of the score equation, computed as the product of both roots divided by the greater root.
/// This form never subtracts close numbers, and is exactly 0 for a share of 0.
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

std::optional<Interval> student_interval(std::span<const double> values, double confidence) {
  if (values.size() < 2) return std::nullopt;
  const Sample sample(values);
  if (sample.variance() <= 0) return std::nullopt;
  const double half = half_width(sample, confidence) * std::sqrt((sample.n + 1) / (sample.n - 1));
  return Interval{sample.mean - half, sample.mean + half};
}

Interval fraction_interval(std::span<const double> values, double confidence) {
  return interval_with_ends(values, {0, 1}, confidence);
}

Interval fraction_difference_interval(std::span<const double> differences, double confidence) {
  return interval_with_ends(differences, {-1, 1}, confidence);
}

std::optional<Interval> combined_interval(std::span<const MeanInterval> means) {
  if (means.empty()) return std::nullopt;
  double middle = 0;
  double below = 0;
  double above = 0;
  for (const MeanInterval& each : means) {
    middle += each.mean;
    below += (each.mean - each.interval.low) * (each.mean - each.interval.low);
    above += (each.interval.high - each.mean) * (each.interval.high - each.mean);
  }
  const auto count = static_cast<double>(means.size());
  return Interval{(middle - std::sqrt(below)) / count, (middle + std::sqrt(above)) / count};
}

std::optional<Interval> welch_interval(std::span<const std::vector<double>> samples, double confidence) {
  std::vector<Sample> all;
  double pooled = 0;
  double freedom = 0;
  for (const auto& values : samples) {
    if (values.empty()) return std::nullopt;
    all.emplace_back(values);
    pooled += all.back().squares;
    freedom += all.back().n - 1;
  }
  if (freedom <= 0 || pooled <= 0) return std::nullopt;
  pooled /= freedom;
  double middle = 0;
  double variance = 0;
  double weights = 0;
  for (const Sample& sample : all) {
    const double of_mean = (sample.n > 1 ? sample.variance() : pooled) / sample.n;
    middle += sample.mean;
    variance += of_mean;
    weights += of_mean * of_mean / (sample.n > 1 ? sample.n - 1 : freedom);
  }
  const auto count = static_cast<double>(samples.size());
  const double welch = variance * variance / weights;
  if (!std::isfinite(welch)) return std::nullopt;  // the squares are too great or too small for numbers
  const double half = student_width(welch, confidence) * std::sqrt(variance);
  return Interval{(middle - half) / count, (middle + half) / count};
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
