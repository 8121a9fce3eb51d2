#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "evaluator/measures/intervals.h"

/// Statistics of several training runs of an agent, as pure functions. A run is one replication: its trials
/// share the luck of one training, so they say nothing on how other trainings would turn out.
namespace novphy {

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
