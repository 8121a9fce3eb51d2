#pragma once

#include "evaluator/measures/intervals.h"
#include "evaluator/trial_log.h"
#include "evaluator/trial_table.h"

namespace novphy {

/// The share of trials that passed a task, or that had detected the novelty by a task, with Wilson's
/// interval. Of an agent with several trainings, the mean of their shares with Student's interval. Where
/// trainings or people hold the same plays, the interval is 0 to 1.
struct CurvePoint {
  int index = 0;  ///< of the task: -1 is the last normal task, 0 the first novel task
  int trials = 0;
  double rate = 0;
  Interval interval{};
};

/// The curve of some trials. `novelty` and `scenario` are empty if it covers all of them.
struct Curve {
  std::string novelty;
  std::string scenario;
  std::vector<CurvePoint> points;  ///< in order of index; an index that no trial has is left out
};

/// Pass rates of the trials of a cell, of a novelty, of a scenario, or of all trials. NovPhy's Figures E.27,
/// 8 and 9 show such curves. Curves of cells are in the order of TrialTable::cells. All trials have equal
/// weight. Normal tasks are counted back from the change.
std::vector<Curve> pass_rates_by_cell(const TrialTable& table, double confidence);
std::vector<Curve> pass_rates_by_novelty(const TrialTable& table, double confidence);
std::vector<Curve> pass_rates_by_scenario(const TrialTable& table, double confidence);
Curve pass_rates(const TrialTable& table, double confidence);

/// The share of uninformed trials that are detected correctly by the i-th novel task (index i - 1), which is
/// the distribution of the detection delay. A trial with a false alarm never counts as detected. Empty if all
/// trials are informed.
Curve time_to_detection(const TrialTable& table, double confidence);
/// The same for the trials of each novelty that has any such trial.
std::vector<Curve> time_to_detection_by_novelty(const TrialTable& table, double confidence);

/// The mean novelty probability that an agent reported after a task, over the trials that have this task.
struct StatedPoint {
  int index = 0;  ///< of the task: -1 is the last normal task, 0 the first novel task
  int trials = 0;
  double probability = 0;
};

/// The novelty probabilities that an agent reported after each task of one trial, as in Pinto et al. 2022,
/// Figure 3. A record with an alarm counts as 1, and one whose alarm says "no" as 0.
struct StatedTrial {
  std::string novelty;
  std::string scenario;
  int trial = 0;
  std::vector<double> normal;
  std::vector<double> novel;
};

/// Curves of an agent's detection over its complete uninformed trials. All are empty if there are none.
struct DetectionCurves {
  std::vector<StatedPoint> probability;  ///< in order of index; an index that no trial has is left out
  std::vector<StatedTrial> trials;       ///< the first trial of each novelty, in the papers' order
  /// The mean of the trials' AMOC curves at the false alarm shares 0, 0.01, ..., 1. Trials without any
  /// probability above 0 count as 0 everywhere.
  std::vector<AmocPoint> amoc;
  /// The same for the curves by false-alarm rate, over the trials that have normal and novel tasks.
  std::vector<AmocPoint> amoc_rate;
};
DetectionCurves detection_curves(const TrialLogs& logs);

}  // namespace novphy
