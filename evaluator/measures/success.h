#pragma once

#include <optional>

#include "evaluator/measures/series.h"

/// How well an agent plays once the world has changed, from a pass-rate curve P_1..P_n: 1 or 0 for each novel
/// task of a trial, or the mean over trials. All but tasks_until_regained() are linear in the curve: the mean
/// over trials of a trial's value is the value of the mean curve, where all trials have n novel tasks.
/// Source: NovPhy section 4.
namespace novphy {

/// AP(m): mean of the last m values. NovPhy eq. 4 as its tables follow it, with m terms (as printed, n - m to
/// n, it would have m + 1 terms over m). Undefined for m < 1 or an empty curve; where m > n it is the mean of
/// all.
std::optional<double> asymptotic_performance(Numbers pass_rate, int m);

/// AUS: mean of all values (NovPhy eq. 5 and Appendix F). Undefined for an empty curve.
std::optional<double> area_under_success(Numbers pass_rate);

/// AUS as in NovPhy's Tables 2 and 3: area of the trapezoids under P_1..P_n, divided by n - 1. P_1 for n = 1,
/// undefined for an empty curve.
std::optional<double> area_under_success_trapezoid(Numbers pass_rate);

/// m where none is given: half the novel tasks, rounded up (NovPhy's people 2 of 4, agents 20 of 40).
int default_m(int novel);

/// Novel tasks until the running pass rate, the mean of the last `window` values, is first at least the
/// normal pass rate: window to n. Undefined where it never is, where the curve is shorter than the window,
/// and for a window below
/// 1. Ours, for the mean curve of a cell: a single trial's running rate is a coin thrown a few times.
std::optional<int> tasks_until_regained(Numbers pass_rate, double normal_pass_rate, int window);

}  // namespace novphy
