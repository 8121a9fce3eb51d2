#pragma once

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

/// A mean, and how far its interval reaches below and above it.
struct MeanInterval {
  double mean;
  Interval interval;
};

/// Student's interval of the mean of independent values (1908), mean +- t(n - 1) s / sqrt(n), widened by
/// sqrt((n + 1) / (n - 1)). This factor is ours: delays are skewed, and without it the interval of five
/// delays holds the true mean in only 88 % of cases. Empty for fewer than 2 values, and for equal values,
/// which do not say how far others would lie.
std::optional<Interval> student_interval(std::span<const double> values, double confidence = 0.95);

/// Interval of the mean of independent values within [0, 1]: Student's interval of the values with an
/// additional 0 and an additional 1, with n + 1 degrees of freedom, cut to [0, 1] and widened to hold the
/// mean. Agresti and Caffo (2000) add one success and one failure to shares in the same way. Equal values
/// have an interval, too. Needs at least 1 value.
Interval fraction_interval(std::span<const double> values, double confidence = 0.95);

/// As fraction_interval(), for the mean of independent differences of two fractions: with an additional -1
/// and an additional 1, cut to [-1, 1]. Agresti and Min (2005) and Bonett and Price (2012) add differences to
/// pairs of successes and failures in the same way. Needs at least 1 difference.
Interval fraction_difference_interval(std::span<const double> differences, double confidence = 0.95);

/// Interval of the mean of independent means, computed from the variances that their intervals imply (MOVER;
/// Zou and Donner 2008): on each side, the root of the sum of the squared distances, divided by the number of
/// means. Empty for no means.
std::optional<Interval> combined_interval(std::span<const MeanInterval> means);

/// Interval of the mean of the means of independent samples. Each sample has a variance of its own, and the
/// degrees of freedom follow Welch (1947) and Satterthwaite (1946). A sample of one value gets the pooled
/// variance of the others. Empty if no sample has 2 values, if all variances are 0, and if a sample has no
/// values.
std::optional<Interval> welch_interval(std::span<const std::vector<double>> samples,
                                       double confidence = 0.95);

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

}  // namespace novphy
