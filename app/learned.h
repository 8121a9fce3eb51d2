#pragma once

#include <string>
#include <vector>

#include "agents/agent.h"
#include "levels/assets.h"
#include "trials/drive.h"
#include "trials/plan.h"

/// The learning agents of `novphy run`.
namespace novphy::app {

/// The learning agents, in the order in which lists show agents.
std::vector<AgentEntry> learned_agent_table();
/// The row of a learning agent, or null for another agent.
const AgentEntry* learned_agent(const std::string& name);

/// Agents with the nets of a folder, and how the records name the nets' files.
struct LearnedAgents {
  AgentFactory make;
  std::vector<std::string> files;  ///< such as "rolling/agents/normal.dqn 0123456789abcdef"
};

/// Reads the nets of all templates whose trials the plan holds. Throws InputError where a trial is not
/// informed, where the folder lacks a net, and where a net was trained on a task of the plan.
LearnedAgents learned_agents(const std::string& name, const std::string& folder, const Plan& plan,
                             const Catalogue& catalogue);

}  // namespace novphy::app
