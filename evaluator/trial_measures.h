#pragma once

#include <optional>
#include <span>
#include <vector>

#include "evaluator/trial_log.h"

/// What a single trial is worth, and the formulas over a pass-rate curve: pure functions.
namespace novphy {

// ---- of a trial
// -------------------------------------------------------------------------------------------------

enum class Detection {
  kCorrect,  ///< FP = 0 and TP > 0
  kWrong,    ///< FP > 0
  kMissed,   ///< neither
};
Detection detection(const TrialLog& trial);

/// 1-based index, among the novel tasks, of the first one with an alarm (best 1); empty where there is none.
std::optional<int> detection_delay(const TrialLog& trial);

/// 1 for each novel task passed, 0 for each failed, in order: the pass-rate curve of one trial.
std::vector<double> novel_passes(const TrialLog& trial);

/// Share of the normal tasks passed; empty where there is none.
std::optional<double> normal_pass_rate(const TrialLog& trial);

// ---- of a pass-rate curve P_1..P_n: of a trial, or mean over trials
// -------------------------------------------

/// AP(m): mean of the last m values (NovPhy eq. 4 as its tables follow it: m terms). Requires 1 <= m <= n.
double asymptotic_performance(std::span<const double> pass_rate, int m);
/// AUS: mean of all values (NovPhy eq. 5). Requires n >= 1.
double area_under_success(std::span<const double> pass_rate);
/// AUS as in NovPhy's Tables 2 and 3: area of the trapezoids under P_1..P_n, divided by n - 1; P_1 for n = 1.
double area_under_success_trapezoid(std::span<const double> pass_rate);
/// m where none is given: half the novel tasks, rounded up (humans 2 of 4, agents 20 of 40).
int default_m(int novel);

}  // namespace novphy
