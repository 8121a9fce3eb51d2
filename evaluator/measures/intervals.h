#pragma once

#include <optional>
#include <span>
#include <vector>

/// Confidence intervals: pure functions. Every confidence is inside (0, 1). All values are finite.
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

/// Interval of a correlation of n pairs by Fisher's z (1921): tanh(atanh(correlation) +- z / sqrt(n - 3)).
/// Empty for n < 4 and for a correlation of -1 or 1.
std::optional<Interval> fisher_interval(double correlation, int n, double confidence = 0.95);

/// The value below which a share p of the sorted values lies: type 7 of Hyndman & Fan (1996). The quantile is
/// at place (n - 1) p, counted from 0; between two values a straight line is taken. Requires 0 <= p <= 1.
/// Empty for no values.
std::optional<double> quantile(std::span<const double> sorted, double p);

/// Percentile interval of bootstrap resamples (Efron 1979): the resamples' quantiles at (1 - confidence) / 2
/// and (1 + confidence) / 2. `values` may be in any order. Empty for no values.
std::optional<Interval> percentile_interval(std::vector<double> values, double confidence = 0.95);

}  // namespace novphy
