#include "evaluator/measures/intervals.h"

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <numeric>

#include "evaluator/measures/random.h"
#include "evaluator/measures/series.h"

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

/// Values that differ by less than this share of their scale differ by rounding.
constexpr double kOnlyRounding = 1e-12;

/// The mean of some values, and the sum of their squared distances from the mean.
struct Sample {
  Sample(std::span<const double> values, double scale) : n(static_cast<double>(values.size())) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    mean = *least;
    if (*most - *least <= kOnlyRounding * scale) return;
    mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    for (const double value : values) squares += (value - mean) * (value - mean);
    farthest = std::max(mean - *least, *most - mean);
  }
  double variance() const { return squares / (n - 1); }
  double variance_of_mean() const { return squares / ((n - 1) * n); }

  double n;
  double mean = 0;
  double squares = 0;
  double farthest = 0;  ///< from the mean
};

double scale_of(std::span<const double> values) {
  double scale = 0;
  for (const double value : values) scale = std::max(scale, std::abs(value));
  return scale;
}

double scale_of(SampleList samples) {
  double scale = 0;
  for (const auto& values : samples) scale = std::max(scale, scale_of(std::span(values)));
  return scale;
}

/// The mean of the means of samples that all have values.
struct Strata {
  Strata(SampleList samples, double scale) {
    std::vector<Sample> all;
    for (const auto& values : samples) all.emplace_back(values, scale);
    const auto count = static_cast<double>(all.size());
    double squares = 0;
    double pooled_freedom = 0;
    double shares = 0;
    for (const Sample& sample : all) {
      mean += sample.mean / count;
      farthest = std::max(farthest, sample.farthest);
      squares += sample.squares;
      pooled_freedom += sample.n - 1;
      shares += 1 / sample.n;
    }
    trials = count * count / shares;
    if (pooled_freedom > 0) set_variance(all, squares / pooled_freedom, pooled_freedom);
  }
  bool differ() const { return farthest > 0; }
  double farthest_share() const { return farthest / trials; }

  double mean = 0;
  double trials = 0;    ///< as many in one sample would give the mean the same variance, if all vary alike
  double variance = 0;  ///< of the mean
  double freedom = 0;
  double farthest = 0;  ///< the farthest value's distance from the mean of its sample

 private:
  void set_variance(const std::vector<Sample>& all, double pooled, double pooled_freedom) {
    double terms = 0;
    for (const Sample& sample : all) {
      const double part = (sample.n > 1 ? sample.variance() : pooled) / sample.n;
      variance += part;
      terms += part * part / (sample.n > 1 ? sample.n - 1 : pooled_freedom);
    }
    freedom = variance * variance / terms;
    variance /= static_cast<double>(all.size() * all.size());
  }
};

/// A mean, or the part of a line in which it may lie, with its standard error.
struct Estimate {
  Interval mean;
  double error;
  double freedom;

  Interval interval(double confidence) const {
    const double half = student_width(freedom, confidence) * error;
    return {mean.low - half, mean.high + half};
  }
  /// Of the hypothesis that the mean is 0: 0 lies in interval() exactly where p is at least 1 - confidence.
  double p() const {
    const boost::math::students_t student(freedom);
    const double far = std::max({0.0, mean.low, -mean.high});
    return 2 * boost::math::cdf(boost::math::complement(student, far / error));
  }
};

/// The mean where no sample varies. Those of one value count as one sample, which gets a value more at each
/// end of the range: the mean lies between the mean with these values and the one without them.
Estimate with_ends(SampleList samples, Interval range) {
  const double scale = range.high - range.low;
  std::vector<Sample> all;
  for (const auto& values : samples) all.emplace_back(values, scale);
  std::ranges::sort(all, [](const Sample& a, const Sample& b) { return a.mean < b.mean; });
  double plain = 0;
  double with = 0;
  double variance = 0;
  double terms = 0;
  for (auto first = all.begin(); first != all.end();) {
    auto last = first;
    double shares = 0;
    for (; last != all.end() && last->mean - first->mean <= kOnlyRounding * scale; ++last)
      shares += 1 / last->n;
    const auto count = static_cast<double>(last - first);
    const double weight = count / static_cast<double>(all.size());
    const double n = count * count / shares;
    const double mean = (n * first->mean + range.low + range.high) / (n + 2);
    const auto square = [mean](double value) { return (value - mean) * (value - mean); };
    const double part = weight * weight * (n * square(first->mean) + square(range.low) + square(range.high)) /
                        (n + 1) / (n + 2);
    plain += weight * first->mean;
    with += weight * mean;
    variance += part;
    terms += part * part / (n + 1);
    first = last;
  }
  return {{std::min(plain, with), std::max(plain, with)}, std::sqrt(variance), variance * variance / terms};
}

Interval cut(Interval interval, Interval range) {
  return {std::max(range.low, interval.low), std::min(range.high, interval.high)};
}

bool all_have_values(SampleList samples) {
  return !samples.empty() && std::ranges::none_of(samples, [](const auto& values) { return values.empty(); });
}

bool any_has_two(SampleList samples) {
  return std::ranges::any_of(samples, [](const auto& values) { return values.size() > 1; });
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
  const Sample sample(values, scale_of(values));
  if (sample.squares <= 0) return std::nullopt;
  const double error = std::sqrt(sample.variance() / sample.n * (sample.n + 1) / (sample.n - 1));
  return Estimate{{sample.mean, sample.mean}, error, sample.n - 1}.interval(confidence);
}

std::optional<MeanInterval> bounded_interval(SampleList samples, Interval range, double confidence) {
  if (!all_have_values(samples)) return std::nullopt;
  const double width = range.high - range.low;
  const Strata strata(samples, width);
  if (!strata.differ()) return MeanInterval{cut(with_ends(samples, range).interval(confidence), range), true};
  const double below = strata.mean - range.low;
  const double above = range.high - strata.mean;
  const double effective = below * above / strata.variance;
  const double t = student_width(strata.freedom, confidence);
  return MeanInterval{{range.low + width * wilson_low(below / width, effective, t),
                       range.high - width * wilson_low(above / width, effective, t)},
                      false};
}

Interval fraction_interval(std::span<const double> values, double confidence) {
  assert(!values.empty());
  const std::vector<double> sample(values.begin(), values.end());
  return bounded_interval({&sample, 1}, {0, 1}, confidence)->interval;
}

std::optional<Interval> welch_interval(SampleList samples, double confidence) {
  if (!all_have_values(samples)) return std::nullopt;
  const Strata strata(samples, scale_of(samples));
  // The squares may be too great or too small for numbers.
  if (!strata.differ() || !std::isfinite(strata.freedom)) return std::nullopt;
  return Estimate{{strata.mean, strata.mean}, std::sqrt(strata.variance), strata.freedom}.interval(
      confidence);
}

DifferenceTest difference_test(SampleList samples, std::optional<double> reach, double confidence) {
  if (!all_have_values(samples) || !any_has_two(samples)) return {};
  const Strata strata(samples, reach.value_or(scale_of(samples)));
  const Interval range{-reach.value_or(INFINITY), reach.value_or(INFINITY)};
  if (strata.differ() ? !std::isfinite(strata.freedom) : !reach) return {};
  const Estimate found = strata.differ()
                             ? Estimate{{strata.mean, strata.mean},
                                        std::hypot(std::sqrt(strata.variance), strata.farthest_share()),
                                        strata.freedom}
                             : with_ends(samples, range);
  return {cut(found.interval(confidence), range), found.p(), !strata.differ()};
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
  std::ranges::sort(values);
  return Interval{*quantile(values, (1 - confidence) / 2), *quantile(values, (1 + confidence) / 2)};
}

std::optional<Interval> run_interval(std::span<const double> runs, bool fractions, double confidence) {
  if (runs.size() < 2) return std::nullopt;
  const Sample of(runs, scale_of(runs));
  if (of.squares <= 0) return fractions ? std::optional(fraction_interval(runs, confidence)) : std::nullopt;
  return Estimate{{of.mean, of.mean}, std::sqrt(of.variance_of_mean()), of.n - 1}.interval(confidence);
}

RunDifference run_difference(std::span<const double> a, std::span<const double> b, double confidence) {
  RunDifference result{*mean(a) - *mean(b), {}, {}};
  const Sample samples[] = {Sample(a, scale_of(a)), Sample(b, scale_of(b))};
  double variance = 0;
  double terms = 0;
  for (const Sample& sample : samples) {
    if (sample.squares <= 0) continue;
    variance += sample.variance_of_mean();
    terms += sample.variance_of_mean() * sample.variance_of_mean() / (sample.n - 1);
  }
  const double freedom = variance * variance / terms;
  // Without any spread there is no number. The squares may also be too great or too small for numbers.
  if (variance <= 0 || !std::isfinite(freedom)) return result;
  const Estimate found{{result.mean, result.mean}, std::sqrt(variance), freedom};
  result.interval = found.interval(confidence);
  result.p = found.p();
  return result;
}

double student_stretch(std::size_t n, double confidence) {
  assert(n >= 2);
  const double freedom = static_cast<double>(n) - 1;
  return std::sqrt((freedom + 1) / freedom) * student_width(freedom, confidence) / normal_width(confidence);
}

std::optional<double> interquartile_mean(const RunScores& scores) {
  std::vector<double> all;
  for (const auto& task : scores) all.insert(all.end(), task.begin(), task.end());
  std::ranges::sort(all);
  const std::size_t quarter = all.size() / 4;
  return mean(Numbers(all).subspan(quarter, all.size() - 2 * quarter));
}

double share_above(const RunScores& scores, double tau) {
  std::size_t above = 0;
  std::size_t all = 0;
  for (const auto& task : scores) {
    above +=
        static_cast<std::size_t>(std::ranges::count_if(task, [tau](double score) { return score > tau; }));
    all += task.size();
  }
  assert(all > 0);
  return static_cast<double>(above) / static_cast<double>(all);
}

std::vector<Interval> stratified_intervals(
    const RunScores& scores, const std::function<std::vector<double>(const RunScores&)>& statistics,
    int resamples, std::uint64_t seed, double confidence) {
  std::mt19937_64 engine(seed);
  RunScores drawn = scores;
  std::vector<std::vector<double>> found;
  for (int i = 0; i < resamples; ++i) {
    for (std::size_t task = 0; task < scores.size(); ++task)
      for (double& score : drawn[task]) score = scores[task][below(engine, scores[task].size())];
    const std::vector<double> numbers = statistics(drawn);
    found.resize(numbers.size());
    for (std::size_t n = 0; n < numbers.size(); ++n) found[n].push_back(numbers[n]);
  }
  std::vector<Interval> intervals;
  for (auto& values : found) intervals.push_back(*percentile_interval(std::move(values), confidence));
  return intervals;
}

namespace {

constexpr int kMostTrials = 1'000'000;

/// How far the farthest difference is taken to lie from its mean, in standard deviations, and for fractions.
constexpr double kFarthest = 3;
constexpr double kFarthestFraction = 1;

}  // namespace

double power_of(const DifferenceSought& sought, int trials) {
  assert(trials >= 2 && sought.deviation > 0);
  const double all = static_cast<double>(sought.cells) * trials;
  const double freedom = all - sought.cells;
  const double error = sought.deviation / std::sqrt(all);
  const double farthest = std::min(kFarthestFraction, kFarthest * sought.deviation) / all;
  const double t =
      boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), sought.alpha / 2));
  const double distance = std::abs(sought.difference) / error;
  const double bound = t * std::hypot(error, farthest) / error;
  constexpr double kSure = 12;  // standard deviations, where the distribution is slow and power is 1
  if (distance - bound > kSure) return 1;
  return boost::math::cdf(boost::math::complement(boost::math::non_central_t(freedom, distance), bound));
}

std::optional<int> trials_needed(const DifferenceSought& sought) {
  const auto is_enough = [&](int trials) { return power_of(sought, trials) >= sought.power; };
  int enough = 2;
  while (!is_enough(enough)) {
    enough *= 2;
    if (enough > kMostTrials) return std::nullopt;
  }
  int too_few = std::max(1, enough / 2);
  while (enough - too_few > 1) {
    const int middle = too_few + (enough - too_few) / 2;
    (is_enough(middle) ? enough : too_few) = middle;
  }
  return enough;
}

double deviation_of_shares(double a, double b) { return std::sqrt(a * (1 - a) + b * (1 - b)); }

}  // namespace novphy
