#pragma once

#include <memory>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "agents/oracle.h"

namespace novphy {

struct AgentOptions {
  double timeout_s = 0;  ///< for each answer of a program; 0 waits for ever
  Solve solve{};         ///< for "oracle"
};

/// All agents, in the order lists show them. A name that ends in ":COMMAND" stands for any command.
std::vector<AgentEntry> agent_table();

/// The row of "random", "pig_shooter", "exec:python3 my_agent.py", ... Throws std::invalid_argument that
/// names the known agents.
AgentEntry agent_entry(const std::string& spec);

/// A fresh agent. Throws std::invalid_argument as agent_entry does, and AgentError where a program does not
/// answer the greeting.
std::unique_ptr<Agent> make_agent(const std::string& spec, const AgentOptions& options = {});

}  // namespace novphy
