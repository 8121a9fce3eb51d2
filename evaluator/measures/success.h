#pragma once

#include <optional>

#include "evaluator/measures/series.h"

/// How well an agent plays after the world has changed, computed from a pass-rate curve P_1..P_n. The curve
/// of a trial has 1 or 0 for each novel task; a curve may also be the mean over trials. All measures except
/// tasks_until_regained() are linear in the curve, so the mean of the trials' values equals the value of the
/// mean curve if all trials have n novel tasks. Source: NovPhy section 4.
namespace novphy {

/// AP(m): mean of the last m values. This is NovPhy's eq. 4 as its tables follow it, with m terms; as
/// printed, from n - m to n, it would have m + 1 terms divided by m. Undefined for m < 1 or an empty curve.
/// For m > n, the mean of all values.
std::optional<double> asymptotic_performance(Numbers pass_rate, int m);

/// AUS: mean of all values (NovPhy eq. 5 and Appendix F). Undefined for an empty curve.
std::optional<double> area_under_success(Numbers pass_rate);

/// AUS as in NovPhy's Tables 2 and 3: the area of the trapezoids under P_1..P_n, divided by n - 1. For n = 1
/// it is P_1. Undefined for an empty curve.
std::optional<double> area_under_success_trapezoid(Numbers pass_rate);

/// AP's m if the conventions give none: half the novel tasks, rounded up (NovPhy: people 2 of 4, agents 20 of
/// 40).
int default_m(int novel);

/// The number of novel tasks after which the running pass rate first is at least the normal pass rate: from
/// `window` to n. The running pass rate is the mean of the last `window` values. Undefined if it never gets
/// there, if the curve is shorter than the window, and for a window below 1. Our own measure, meant for the
/// mean curve of a cell, because the running rate of a single trial is mostly chance.
std::optional<int> tasks_until_regained(Numbers pass_rate, double normal_pass_rate, int window);

/// The number of novel tasks up to and including the first of two consecutive passes, from 1. n + 1 if no two
/// of the n passes (1 or 0) are consecutive, so that every trial has a value, as restricted_delay() has.
/// Undefined without novel tasks. Our own measure: two passes in a row are less often luck than one.
std::optional<int> tasks_until_adapted(Numbers passes);

}  // namespace novphy
