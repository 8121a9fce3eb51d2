#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>

#include "evaluator/measured_trial.h"
#include "evaluator/trial_log.h"

namespace novphy {

/// The same trial whoever plays it: plan, novelty, scenario, number, and which of several runs of that plan
/// it was.
struct TrialName {
  std::string plan;
  std::string novelty;
  std::string scenario;
  int trial = 0;
  int run = 0;  ///< 0 unless one agent's files hold the same plan more than once
  friend auto operator<=>(const TrialName&, const TrialName&) = default;
};

/// The complete trials of an agent by name. The logs must outlive it.
std::map<TrialName, const TrialLog*> by_name(const TrialLogs& logs);

/// One agent, or the mean of several, to which others are compared on the same tasks.
class Baseline {
 public:
  /// The logs must outlive it. Throws std::invalid_argument without any.
  explicit Baseline(std::span<const TrialLogs* const> agents);

  /// Performance on that trial, task by task the mean over the agents. Empty where one of them has no results
  /// of it, nothing is a number then. Throws std::invalid_argument where its tasks are not those of the
  /// agent's trial.
  OwnedSeries performance(const TrialName& name, const TrialLog& of_agent) const;
  /// Whether all of the baseline's agents played some trial of that plan.
  bool has_plan(const std::string& plan) const;

 private:
  std::vector<std::map<TrialName, const TrialLog*>> agents_;
};

}  // namespace novphy
