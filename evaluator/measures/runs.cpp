#include "evaluator/measures/runs.h"

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

using StudentsT = boost::math::students_t;

/// The mean of an agent's runs, and what a test needs of their spread.
struct RunMean {
  explicit RunMean(std::span<const double> runs)
      : mean(*novphy::mean(runs)), freedom(static_cast<double>(runs.size()) - 1) {
    // Runs that are alike but for rounding have no spread.
    constexpr double kAlike = 1e-12;
    const auto [least, most] = std::minmax_element(runs.begin(), runs.end());
    if (*most - *least <= kAlike * std::max(std::abs(*least), std::abs(*most))) return;
    for (const double run : runs) variance += (run - mean) * (run - mean);
    variance /= freedom * static_cast<double>(runs.size());
  }
  /// Satterthwaite's term of the degrees of freedom.
  double term() const { return variance > 0 ? variance * variance / freedom : 0; }

  double mean;
  double freedom;
  double variance = 0;  ///< of the mean
};

double student_quantile(double freedom, double confidence) {
  return boost::math::quantile(boost::math::complement(StudentsT(freedom), (1 - confidence) / 2));
}

}  // namespace

std::optional<Interval> run_interval(std::span<const double> runs, bool fractions, double confidence) {
  if (runs.size() < 2) return std::nullopt;
  const RunMean of(runs);
  if (of.variance <= 0) return fractions ? std::optional(fraction_interval(runs, confidence)) : std::nullopt;
  const double half = student_quantile(of.freedom, confidence) * std::sqrt(of.variance);
  return Interval{of.mean - half, of.mean + half};
}

RunDifference run_difference(std::span<const double> a, std::span<const double> b, double confidence) {
  const RunMean of_a(a);
  const RunMean of_b(b);
  RunDifference result{of_a.mean - of_b.mean, {}, {}};
  const double variance = of_a.variance + of_b.variance;
  if (variance <= 0) return result;
  const double freedom = variance * variance / (of_a.term() + of_b.term());
  if (!std::isfinite(freedom)) return result;  // the squares are too great or too small for numbers
  const double error = std::sqrt(variance);
  const double half = student_quantile(freedom, confidence) * error;
  result.interval = Interval{result.mean - half, result.mean + half};
  result.p = 2 * boost::math::cdf(boost::math::complement(StudentsT(freedom), std::abs(result.mean) / error));
  return result;
}

double student_stretch(std::size_t n, double confidence) {
  assert(n >= 2);
  const double freedom = static_cast<double>(n) - 1;
  const double z =
      boost::math::quantile(boost::math::complement(boost::math::normal(), (1 - confidence) / 2));
  return std::sqrt((freedom + 1) / freedom) * student_quantile(freedom, confidence) / z;
}

std::optional<double> interquartile_mean(const RunScores& scores) {
  std::vector<double> all;
  for (const auto& task : scores) all.insert(all.end(), task.begin(), task.end());
  std::sort(all.begin(), all.end());
  const std::size_t quarter = all.size() / 4;
  return mean(Numbers(all).subspan(quarter, all.size() - 2 * quarter));
}

double share_above(const RunScores& scores, double tau) {
  std::size_t above = 0;
  std::size_t all = 0;
  for (const auto& task : scores) {
    above += static_cast<std::size_t>(
        std::count_if(task.begin(), task.end(), [tau](double score) { return score > tau; }));
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
