#pragma once

#include <string>
#include <vector>

#include "evaluator/measures/detection.h"
#include "evaluator/trial_log.h"

namespace novphy {

/// The mean novelty probability that an agent stated after a task, over the trials that have the task.
struct StatedPoint {
  int index = 0;  ///< of the task: -1 is the last normal task, 0 the first novel task
  int trials = 0;
  double probability = 0;
};

/// The novelty probabilities that an agent stated after each task of one trial, as in Pinto et al. 2022,
/// Figure 3. An alarm in a record counts as 1, a record with an alarm of "no" as 0.
struct StatedTrial {
  std::string novelty;
  std::string scenario;
  int trial = 0;
  std::vector<double> normal;
  std::vector<double> novel;
};

/// Curves of an agent's detection over its complete uninformed trials. All are empty where there is no such
/// trial.
struct DetectionCurves {
  std::vector<StatedPoint> probability;  ///< in order of index; an index that no trial has is left out
  std::vector<StatedTrial> trials;       ///< of each novelty the first trial, in the papers' order
  /// The mean of the trials' AMOC curves at the false alarm shares 0, 0.01, ..., 1. Trials without any
  /// probability above 0 count as 0 everywhere.
  std::vector<AmocPoint> amoc;
  /// The same of the curves by false-alarm rate, over the trials that have normal and novel tasks.
  std::vector<AmocPoint> amoc_rate;
};
DetectionCurves detection_curves(const TrialLogs& logs);

}  // namespace novphy
