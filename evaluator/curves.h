#pragma once

#include <string>
#include <vector>

#include "evaluator/measures/intervals.h"
#include "evaluator/trial_table.h"

namespace novphy {

/// A share of trials and Wilson's interval of it.
struct CurvePoint {
  int index = 0;  ///< of the task: -1 is the last normal one, 0 the first novel one
  int trials = 0;
  double rate = 0;
  Interval interval{};
};

/// A curve of some trials.
struct Curve {
  std::string name;
  std::vector<CurvePoint> points;  ///< by index; those without a trial are left out
};

/// Pass rates of all trials of a novelty, of a scenario, or of all ("overall"), as in NovPhy's Figures 8 and
/// 9: each trial alike, normal tasks counted back from the change.
std::vector<Curve> pass_rates_by_novelty(const TrialTable& table, double confidence);
std::vector<Curve> pass_rates_by_scenario(const TrialTable& table, double confidence);
Curve pass_rates(const TrialTable& table, double confidence);

/// Share of uninformed trials detected correctly by the i-th novel task (index i - 1): the distribution of
/// the delay, where those with a false alarm never detect. Empty where all are informed.
Curve time_to_detection(const TrialTable& table, double confidence);

}  // namespace novphy
