#pragma once

#include <optional>
#include <vector>

#include "evaluator/measures/series.h"

/// How well and how soon an agent noticed, from its alarms in one trial. Novel tasks are the positives: an
/// alarm on a novel task is a true one (TP), on a normal task a false one (FP). A trial-set's value is the
/// mean over its trials of the value here. Sources: NovPhy section 4 (CDT, DD); Pinto et al. 2022,
/// section 3.1 and Table 1; SAIL-ON program metrics M1 to M2.1 and WSU's M2.2, AMOC. docs/measures.md
/// compares their conventions.
namespace novphy {

/// Alarm if the probability is above the threshold (Pinto et al. 2022) or also at it (WSU, sail-on-client).
enum class Comparator { kAbove, kAtLeast };

/// When a novelty probability counts as an alarm.
struct AlarmRule {
  double threshold = 0.5;
  Comparator comparator = Comparator::kAbove;
};

bool is_alarm(double probability, const AlarmRule& rule);

/// Whether the agent said after each task that the world has changed.
struct Alarms {
  std::vector<bool> normal;  ///< b values
  std::vector<bool> novel;   ///< n values
};

Alarms alarms_of(const TaskSeries& probability, const AlarmRule& rule);

// ---- the trial as a whole: NovPhy, Pinto, SAIL-ON

enum class Detection {
  kCorrect,  ///< FP = 0 and TP > 0: counts for CDT and M2
  kWrong,    ///< FP > 0: WDT and M2.1
  kMissed,   ///< neither; so without novel tasks no trial is detected correctly
};
Detection detection(const Alarms& alarms);

/// NovPhy's d_t: 1-based index of the first alarmed novel task, best 1. Undefined unless detected correctly.
/// Later tasks without an alarm take nothing back. Pinto's n_t of IDN and WSU's M1 are d_t - 1, the misses
/// before the first hit.
std::optional<int> detection_delay(const Alarms& alarms);

/// d_t, and n + 1 where the novelty was not detected correctly (missed, or a false alarm): a mean over all
/// trials that no agent can better by missing the hard ones. Ours, after NovPhy's Appendix F, whose delay of
/// a miss is n + 1. Undefined without novel tasks.
std::optional<int> restricted_delay(const Alarms& alarms);

/// Novel tasks before the unbroken run of alarms that lasts to the end of the trial; best 0. Undefined unless
/// FP = 0 and the last novel task is alarmed. Ours: Pinto's "consistent detection" read as "once it has
/// begun"; literally (alarms on ALL novel tasks) see is_always_alarmed().
std::optional<int> misses_before_lasting_alarm(const Alarms& alarms);

/// Pinto's consistent detection to the letter: FP = 0, and an alarm on each of n >= 1 novel tasks.
bool is_always_alarmed(const Alarms& alarms);

/// SAIL-ON's M1 to the letter: all novel tasks without an alarm. Undefined unless detected correctly.
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
/// (TPR + TNR) / 2; undefined where one of them is.
std::optional<double> balanced_accuracy(const Confusion& counts);
/// TP / (TP + FP); undefined without any alarm (sail-on-client: 0).
std::optional<double> precision(const Confusion& counts);
/// 2 precision recall / (precision + recall); undefined where one of them is, or both are 0 (sail-on-client:
/// 0).
std::optional<double> f1(const Confusion& counts);

/// WSU's AMOC, from the probabilities themselves: tasks with a probability above 0, highest first (of equal
/// ones the earlier first), are alarms one after the other. x: false alarms so far, as a share of all; y: (n
/// + 1 - e) / (n + 1) for the earliest true alarm so far, with e novel tasks before it, as a share of the
/// final one; area by trapezoids from (0, 0) to (1, last y). 0 to 1, higher is better; 0 without a true
/// alarm, 1 with true ones only. The division by the final y hides lateness: see d_t for that.
double amoc(const TaskSeries& probability);

}  // namespace novphy
