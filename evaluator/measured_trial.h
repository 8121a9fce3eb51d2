#pragma once

#include <optional>
#include <vector>

#include "evaluator/conventions.h"
#include "evaluator/measures/series.h"
#include "evaluator/trial_log.h"

namespace novphy {

/// Holds a number for each task of a trial.
class OwnedSeries {
 public:
  OwnedSeries() = default;
  OwnedSeries(std::vector<double> normal, std::vector<double> novel)
      : normal_(std::move(normal)), novel_(std::move(novel)) {}
  TaskSeries series() const { return {normal_, novel_}; }

 private:
  std::vector<double> normal_;
  std::vector<double> novel_;
};

/// What a trial cost, as means over its tasks. A mean is empty where any of the tasks does not tell its
/// number.
struct TrialCost {
  std::optional<double> shots;  ///< over novel tasks, all others over normal and novel tasks
  std::optional<double> calls, tokens_in, tokens_out, cost, wall_s;
};

/// A trial in the form that measures need: normal tasks and novel tasks separately.
struct MeasuredTrial {
  explicit MeasuredTrial(const TrialLog& log);

  bool informed = false;
  bool has_results = false;      ///< of every task it is known whether it was passed
  bool has_performance = false;  ///< the performance of every task is known
  Alarms alarms;
  OwnedSeries probability;
  OwnedSeries passes;  ///< 1 or 0
  OwnedSeries performance;
  TrialCost cost;
  std::optional<OwnedSeries> baseline;  ///< the baseline's performance in the same trial
  Windows windows;
};

}  // namespace novphy
