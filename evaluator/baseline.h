#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

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

/// Names a trial in the same way for every agent that plays it: the plan's hash, the novelty, the scenario
/// and the trial's number. Trainings of one agent give equal names to the same trial. One training may play a
/// plan several times; `time` tells these times apart.
struct TrialName {
  std::string plan;
  std::string novelty;
  std::string scenario;
  int trial = 0;
  int time = 0;  ///< 0 unless the files of one training hold the same plan more than once
  friend auto operator<=>(const TrialName&, const TrialName&) = default;
};

/// The complete trials of an agent by name, one for each training. `logs` must outlive the map.
using NamedTrials = std::map<TrialName, std::vector<const TrialLog*>>;
NamedTrials by_name(const TrialLogs& logs);

/// Gives the trials of an agent their names, in the order of TrialLogs::trials().
class TrialNames {
 public:
  explicit TrialNames(const TrialLogs& logs) : logs_(&logs) {}
  TrialName of(const TrialKey& key);

 private:
  const TrialLogs* logs_;
  std::set<std::pair<TrialName, int>> given_;  ///< with the training
};

/// An agent that other agents are compared with on the same tasks, or the mean of several such agents.
class Baseline {
 public:
  /// The logs must outlive the baseline. Throws std::invalid_argument if `agents` is empty.
  explicit Baseline(std::span<const TrialLogs* const> agents);

  /// The baseline's performance on the named trial: for each task, the mean over the baseline's agents, of
  /// which each is the mean over its trainings. Both
  /// parts are empty if an agent of the baseline did not play the trial or has no results of it. Throws
  /// std::invalid_argument if a trial of the baseline has other numbers of normal and novel tasks than
  /// `of_agent`.
  OwnedSeries performance(const TrialName& name, const TrialLog& of_agent) const;
  /// Whether every agent of the baseline completed a trial of the plan with this hash.
  bool has_plan(const std::string& plan) const;

 private:
  std::vector<NamedTrials> agents_;
};

}  // namespace novphy
