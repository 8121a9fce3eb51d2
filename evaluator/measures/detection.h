#pragma once

#include <vector>

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

// How well and how soon an agent noticed the novelty, judged by its alarms in one trial. Novel tasks are the
// positives: an alarm is true on a novel task (TP) and false on a normal one (FP). The functions measure one
// trial; a trial-set's value is the mean over its trials. Sources: NovPhy section 4 (CDT, DD); Pinto et al.
// 2022, section 3.1 and Table 1; SAIL-ON program metrics M1 to M2.1; WSU's M2.2 and AMOC.
// docs/reference/measures.md compares their conventions.

/// An alarm is a probability above the threshold (Pinto et al. 2022), or at least the threshold (WSU,
/// sail-on-client).
enum class Comparator { kAbove, kAtLeast };

/// The rule that turns a novelty probability into an alarm.
struct AlarmRule {
  double threshold = 0.5;
  Comparator comparator = Comparator::kAbove;
  bool own_thresholds = true;  ///< a threshold that the agent reported takes precedence over `threshold`
};

bool is_alarm(double probability, const AlarmRule& rule);

/// Whether the agent said, after each task of a trial, that the world has changed.
struct Alarms {
  std::vector<bool> normal;  ///< b values
  std::vector<bool> novel;   ///< n values
};

Alarms alarms_of(const TaskSeries& probability, const AlarmRule& rule);

// ---- the trial as a whole: NovPhy, Pinto, SAIL-ON

enum class Detection {
  kCorrect,  ///< FP = 0 and TP > 0; counts for CDT and M2
  kWrong,    ///< FP > 0; counts for WDT and M2.1
  kMissed,   ///< FP = 0 and TP = 0, so that a trial without novel tasks is never kCorrect
};
Detection detection(const Alarms& alarms);

/// NovPhy's d_t: the 1-based index of the first novel task with an alarm. 1 is best. Undefined unless the
/// trial is detected correctly. Later tasks without an alarm do not matter. Pinto's n_t of IDN and WSU's M1
/// are d_t - 1, the misses before the first hit.
std::optional<int> detection_delay(const Alarms& alarms);

/// d_t if the novelty was detected correctly, otherwise n + 1 (a miss or a false alarm). Every trial has a
/// value, so an agent cannot get a better mean by missing the hard trials. Our own measure, after NovPhy's
/// Appendix F, in which the delay of a miss is n + 1. Undefined without novel tasks.
std::optional<int> restricted_delay(const Alarms& alarms);

/// The number of novel tasks before the unbroken run of alarms that lasts to the end of the trial. 0 is best.
/// Undefined unless FP = 0 and the last novel task has an alarm. Our own measure, which takes Pinto's
/// "consistent detection" to mean "consistent once it has begun". is_always_alarmed() takes the term
/// literally: an alarm on ALL novel tasks.
std::optional<int> misses_before_lasting_alarm(const Alarms& alarms);

/// Pinto's consistent detection taken literally: FP = 0, n >= 1, and an alarm on each of the n novel tasks.
bool is_always_alarmed(const Alarms& alarms);

/// SAIL-ON's M1 taken literally: the number of novel tasks without an alarm. Undefined unless the trial is
/// detected correctly.
std::optional<int> all_misses(const Alarms& alarms);

// ---- the tasks of the trial: Pinto's Table 1

struct Confusion {
  int tp = 0;
  int fp = 0;
  int tn = 0;
  int fn = 0;
};
Confusion confusion(const Alarms& alarms);

/// (TP + TN) / all; undefined without tasks.
std::optional<double> accuracy(const Confusion& counts);
/// TP / (TP + FN), also TPR; undefined without novel tasks.
std::optional<double> recall(const Confusion& counts);
/// TN / (TN + FP), also TNR and WSU's M2.2; undefined without normal tasks (WSU's script: 1).
std::optional<double> specificity(const Confusion& counts);
/// (TPR + TNR) / 2; undefined if either is undefined.
std::optional<double> balanced_accuracy(const Confusion& counts);
/// TP / (TP + FP); undefined without any alarm (sail-on-client: 0).
std::optional<double> precision(const Confusion& counts);
/// 2 precision recall / (precision + recall). Undefined if precision or recall is undefined or both are 0
/// (sail-on-client: 0).
std::optional<double> f1(const Confusion& counts);

/// WSU's AMOC, computed from the probabilities themselves. Every task with a probability above 0 is an alarm.
/// Alarms are taken in order of falling probability; of equal ones the earlier task comes first. Each alarm
/// gives a point of a curve. x is the share of all false alarms that have been taken. y is (n + 1 - e) / (n +
/// 1), divided by its final value, where e is the number of novel tasks before the earliest true alarm taken.
/// AMOC is the area under the curve by trapezoids, from (0, 0) to (1, last y). The area is from 0 to 1;
/// higher is better. Without a true alarm it is 0; with true alarms only it is 1. The division by the final y
/// hides how late the alarms are, which d_t shows.
double amoc(const TaskSeries& probability);

/// A point of an AMOC curve.
struct AmocPoint {
  double false_alarms =
      0;  ///< x: share of the trial's false alarms that have been taken, or the false-alarm rate
  double timeliness = 0;  ///< y
};
/// The curve whose area is amoc(), from x = 0 to x = 1.
std::vector<AmocPoint> amoc_curve(const TaskSeries& probability);

/// AMOC by the false-alarm rate, which is x in the SAIL-ON text. A threshold falls through the probabilities
/// above 0. x is the share of the normal tasks whose probability is at least the threshold. y is (n + 1 - e)
/// / (n + 1), where e is the number of novel tasks before the first one with such a probability, and 0 if
/// there is none. The last y stays up to x = 1. The area by trapezoids is from 0 to 1; higher is better.
/// Undefined without normal or without novel tasks.
std::optional<double> amoc_by_rate(const TaskSeries& probability);
/// The curve whose area is amoc_by_rate(), from (0, 0) to x = 1. Empty if amoc_by_rate() is undefined.
std::vector<AmocPoint> amoc_rate_curve(const TaskSeries& probability);

}  // namespace novphy
