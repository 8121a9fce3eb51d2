#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/compare.h"
#include "evaluator/load.h"
#include "evaluator/measures.h"
#include "evaluator/trial_table.h"

namespace novphy {

/// What one agent did, measured.
struct AgentMeasures {
  std::string agent;
  std::vector<LogFile> files;
  TrialTable trials;
  Measures measures;
};

/// What stands in tables and reports.
struct Evaluation {
  Conventions conventions;
  std::vector<std::string> baseline;  ///< names of the agents it is the mean of; none: no measure needs one
  std::vector<AgentMeasures> agents;  ///< in the order of the logs
  std::vector<std::string>
      warnings;  ///< of agents that no baseline stands beside, and of trials without novelty
};

/// Measures every agent, beside the baseline where agents are named; warns of those that played another plan
/// than it. Throws std::invalid_argument for a baseline that no log is of, one whose plan no other agent
/// played, one that played other tasks of the same plan, and for windows that do not fit.
Evaluation evaluate(std::span<const AgentLog> logs, const Conventions& conventions,
                    std::span<const std::string> baseline = {});

/// The novelties and scenarios that any agent has, in the papers' order.
struct CellNames {
  std::vector<std::string> novelties;
  std::vector<std::string> scenarios;
};
CellNames cell_names(const Evaluation& evaluation);

/// Every two agents that played the same plan, corrected for all together; empty where no two did.
std::vector<Comparison> compare_all(const Evaluation& evaluation, std::span<const std::string_view> keys);

}  // namespace novphy
