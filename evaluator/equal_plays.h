#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/load.h"

namespace novphy {

/// Whether two trainings of the agent, or two people, hold the same plays: equal trials, task by task with
/// the same shots, results and final states. A copy does, and so do trainings of an agent that does not
/// learn. Neither shows how trainings differ.
bool has_equal_units(const TrialLogs& logs);

/// Warns of trainings of an agent, of people, and of agents that hold the same plays.
void note_equal_plays(std::span<const AgentLog* const> logs, std::vector<std::string>& warnings);

}  // namespace novphy
