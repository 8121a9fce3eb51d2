#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/load.h"
#include "evaluator/sweep.h"

namespace novphy::app {

/// The settings of NovPhy's Appendix D, as parse_detector() reads them: sma with windows 5, 10 and thresholds
/// 0.2 to 0.8, pma with windows 5, 10 and thresholds 1.5, 2.
std::vector<std::string> appendix_d_settings();

/// Nothing where the agent has no uninformed trial with results.
std::optional<Sweep> sweep(const AgentLog& log);
/// Those of all agents that have one.
std::vector<Sweep> sweep_all(const std::vector<AgentLog>& logs);

}  // namespace novphy::app
