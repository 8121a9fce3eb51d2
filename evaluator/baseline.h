#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>

#include "evaluator/measured_trial.h"
#include "evaluator/trial_log.h"

namespace novphy {

/// Names a trial in the same way for every agent that plays it: the plan's hash, the novelty, the scenario
/// and the trial's number. An agent may play one plan several times; `run` tells these runs apart.
struct TrialName {
  std::string plan;
  std::string novelty;
  std::string scenario;
  int trial = 0;
  int run = 0;  ///< 0 unless one agent's files hold the same plan more than once
  friend auto operator<=>(const TrialName&, const TrialName&) = default;
};

/// The complete trials of an agent by name. `logs` must outlive the map.
std::map<TrialName, const TrialLog*> by_name(const TrialLogs& logs);

/// An agent that other agents are compared with on the same tasks, or the mean of several such agents.
class Baseline {
 public:
  /// The logs must outlive the baseline. Throws std::invalid_argument if `agents` is empty.
  explicit Baseline(std::span<const TrialLogs* const> agents);

  /// The baseline's performance on the named trial: for each task, the mean over the baseline's agents. Both
  /// parts are empty if an agent of the baseline did not play the trial or has no results of it. Throws
  /// std::invalid_argument if a trial of the baseline has other numbers of normal and novel tasks than
  /// `of_agent`.
  OwnedSeries performance(const TrialName& name, const TrialLog& of_agent) const;
  /// Whether every agent of the baseline completed a trial of the plan with this hash.
  bool has_plan(const std::string& plan) const;

 private:
  std::vector<std::map<TrialName, const TrialLog*>> agents_;
};

}  // namespace novphy
