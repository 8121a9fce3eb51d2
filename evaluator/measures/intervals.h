#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// Confidence intervals as pure functions. Every confidence lies inside (0, 1), and all values are finite.
namespace novphy {

struct Interval {
  double low;
  double high;
};

/// Score interval of a share (Wilson 1927), without continuity correction: all p with |successes / trials -
/// p| <= z sqrt(p (1 - p) / trials). The interval is always inside [0, 1]. `low` is exactly 0 for 0
/// successes, `high` exactly 1 for 0 failures. Requires trials >= 1 and 0 <= successes <= trials. `successes`
/// need not be whole.
Interval wilson(double successes, int trials, double confidence = 0.95);

/// Student's interval of the mean of independent values (1908), mean +- t(n - 1) s / sqrt(n), widened by
/// sqrt((n + 1) / (n - 1)). This factor is ours: delays are skewed, and without it the interval of five
/// delays holds the true mean in only 88 % of cases. Empty for fewer than 2 values, and for equal values,
/// which do not say how far others would lie.
std::optional<Interval> student_interval(std::span<const double> values, double confidence = 0.95);

/// SampleList whose means are averaged with equal weights, such as the cells of a plan with their trials.
using SampleList = std::span<const std::vector<double>>;

/// An interval of a mean over samples.
struct MeanInterval {
  Interval interval;
  bool alike = false;  ///< no sample has values that differ, so the interval rests on the range alone
};

/// Interval of the mean of the means of independent samples of values within `range`. It is Student's of a
/// stratified mean, with the degrees of freedom of Welch (1947) and Satterthwaite (1946), in Wilson's form:
/// all means m whose distance from the estimate is at most t standard errors, where the square of the
/// standard error is in proportion to the distances of m from both ends of the range (Wilson's interval with
/// an effective number of trials, as for surveys: Dean and Pagano 2015). So it stays within the range. A
/// sample of one value gets the pooled variance of the others. Where no sample has values that differ,
/// those of equal values count as one sample, with one value more at each end of the range (as Agresti and
/// Caffo 2000 add a success and a failure). Empty if a sample has no values, and for no samples.
std::optional<MeanInterval> bounded_interval(SampleList samples, Interval range, double confidence = 0.95);

/// bounded_interval() of one sample of fractions. Needs at least 1 value.
Interval fraction_interval(std::span<const double> values, double confidence = 0.95);

/// Student's interval of the mean of the means of independent samples, with the degrees of freedom of Welch
/// and Satterthwaite, for values without a range. Empty if no sample has 2 values, if a sample has none, and
/// if no sample has values that differ.
std::optional<Interval> welch_interval(SampleList samples, double confidence = 0.95);

/// A test whether a mean is 0, and the interval that is its inversion: 0 lies inside exactly where p is at
/// least 1 - confidence.
struct DifferenceTest {
  std::optional<Interval> interval;
  std::optional<double> p;  ///< two-sided
  bool alike = false;       ///< no sample has values that differ, so both rest on the range alone
};

/// Student's test and interval of the mean of the means of samples of paired differences, as
/// welch_interval(). The variance is that of one value more, as far from its mean as the farthest of all:
/// without it, a few differences among many zeros would seem certain. The interval is cut to -reach and
/// reach. Where no sample has values that differ, all count as one sample with one value more at each of
/// these ends; without a reach there is no interval then. Empty if no sample has 2 values or one has none.
DifferenceTest difference_test(SampleList samples, std::optional<double> reach, double confidence = 0.95);

/// Interval of a correlation of n pairs by Fisher's z (1921): tanh(atanh(correlation) +- z / sqrt(n - 3)).
/// Empty for n < 4 and for a correlation of -1 or 1.
std::optional<Interval> fisher_interval(double correlation, int n, double confidence = 0.95);

/// The value below which a share p of the sorted values lies: type 7 of Hyndman & Fan (1996). The quantile is
/// at place (n - 1) p, counted from 0, with linear interpolation between two values. Needs 0 <= p <= 1. Empty
/// for no values.
std::optional<double> quantile(std::span<const double> sorted, double p);

/// Percentile interval of bootstrap resamples (Efron 1979): the resamples' quantiles at (1 - confidence) / 2
/// and (1 + confidence) / 2. `values` may be in any order. Empty for no values.
std::optional<Interval> percentile_interval(std::vector<double> values, double confidence = 0.95);

// Several training runs of an agent. A run is one replication: its trials share the luck of one training, so
// they say nothing on how other trainings would turn out.

/// Student's interval of the mean of independent runs (1908), mean +- t(n - 1) s / sqrt(n). Runs that are all
/// alike have an interval only if their values are fractions: fraction_interval(). Empty for fewer than 2
/// runs.
std::optional<Interval> run_interval(std::span<const double> runs, bool fractions, double confidence = 0.95);

/// The mean of a's runs minus that of b's.
struct RunDifference {
  double mean;
  std::optional<Interval> interval;
  std::optional<double> p;  ///< two-sided
};
/// Welch's test and interval (1947) of two agents whose runs are independent. An agent with a single run
/// counts as known exactly, and the test is Student's of the other's runs. Interval and p are empty if both
/// have a single run, and if the runs of each agent are alike. Needs at least 1 run of each.
RunDifference run_difference(std::span<const double> a, std::span<const double> b, double confidence = 0.95);

/// The factor by which percentile intervals of a bootstrap that draws n units are to be widened to be as wide
/// as Student's: sqrt(n / (n - 1)) t(n - 1) / z. Needs n >= 2.
double student_stretch(std::size_t n, double confidence = 0.95);

/// The scores of runs in each task, as of rliable (Agarwal et al. 2021): a list of runs for each task.
/// rliable has as many runs in each task; here lists may differ in length.
using RunScores = std::vector<std::vector<double>>;

/// Interquartile mean: the mean of all runs and tasks together without the quarter of the least scores and
/// the quarter of the greatest, of which each is rounded down. Empty for no scores.
std::optional<double> interquartile_mean(const RunScores& scores);

/// One point of the performance profile: the share of all runs and tasks with a score above tau. Needs at
/// least 1 score.
double share_above(const RunScores& scores, double tau);

/// Percentile intervals of statistics of the scores. Each resample draws the runs of each task separately,
/// with replacement. `statistics` gives as many numbers for each resample. Equal seeds give equal intervals.
std::vector<Interval> stratified_intervals(
    const RunScores& scores, const std::function<std::vector<double>(const RunScores&)>& statistics,
    int resamples, std::uint64_t seed, double confidence = 0.95);

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
