#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "agents/simple_agents.h"
#include "base/parallel.h"
#include "learning/trained.h"

namespace novphy {

/// What an agent needs besides its name.
struct AgentNeeds {
  bool labels = false;           ///< developer labels, which its records mention
  std::optional<NetKind> net{};  ///< trained nets of this kind and informed trials: --weights, --informed
};

/// A row of the table of agents.
struct AgentEntry {
  std::string name;  ///< a name that ends in ":COMMAND" stands for any command
  std::string doc;   ///< one sentence
  AgentNeeds needs{};
};

/// All agents, in the order in which lists show agents.
std::vector<AgentEntry> agent_table();

/// The row of an agent such as "random", "dqn:adapt" or "exec:python3 my_agent.py". Throws
/// std::invalid_argument, whose message names the known agents, for any other text.
AgentEntry agent_entry(const std::string& spec);

/// The command of an agent such as "exec:python3 my_agent.py". Empty for an agent that is no program. Throws
/// as agent_entry() does.
std::string agent_command(const std::string& spec);

struct AgentOptions {
  double timeout_s = 0;   ///< time limit for each answer of a program; 0 waits for ever
  Solve solve{};          ///< the solver of the agent "oracle"
  ColourTable colours{};  ///< the appearances by which agents without labels tell kinds (agents/sighted.h)
  StopFlag stop{};        ///< the wait for a program's answer ends with Stopped where the flag is set
};

/// Makes a new agent. `trained` is the net of the trial's normal template, for an agent that plays nets.
/// Throws std::invalid_argument as agent_entry() does and where the agent lacks what it needs, and AgentError
/// where a program does not answer "hello".
std::unique_ptr<Agent> make_agent(const std::string& spec, const AgentOptions& options = {},
                                  const Trained* trained = nullptr);

}  // namespace novphy
