#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/learning/trained.h"
#include "agents/simple_agents.h"
#include "base/parallel.h"

namespace novphy {

class OpenQuestions;
class Sandbox;

/// What an agent needs besides its name.
struct AgentNeeds {
  bool labels = false;           ///< developer labels, which are mentioned in the agent's records
  std::optional<NetKind> net{};  ///< trained nets of this kind (--weights)
  bool threads = false;          ///< threads of its own, where the user gives it some (--agent-threads)
  bool told = false;  ///< of the novelty (--informed): before that it does not adapt, and a net plays no
                      ///< uninformed trial
};

/// A row of the table of agents.
struct AgentEntry {
  /// A name that ends in ":COMMAND" stands for any command, and one in ":OPTIONS" for any options.
  std::string name;
  std::string doc;  ///< one sentence
  AgentNeeds needs{};
};

/// All agents, in the order in which lists show them.
std::vector<AgentEntry> agent_table();

/// The row of an agent such as "random", "dqn:adapt", "physicist:plays=500" or "exec:python3 my_agent.py".
/// Throws InputError, which names the place, for any other text; the message names the known agents, or what
/// is wrong with the options.
AgentEntry agent_entry(const std::string& spec, const std::string& place = "agent");

/// The command of an agent such as "exec:python3 my_agent.py". Empty for an agent that is not a program.
/// Throws std::invalid_argument where agent_entry() throws.
std::string agent_command(const std::string& spec);

/// Throws InputError, which names the place, for a name that belongs to another agent than this one. `agent`
/// is "" for one that is not in the table.
void check_agent_name(const std::string& name, const std::string& agent, const char* place);

struct AgentOptions {
  double timeout_s = 0;        ///< time limit for each answer of a program; 0: no limit
  double trial_timeout_s = 0;  ///< time limit for all its answers in a trial; 0: no limit
  const Sandbox* sandbox{};    ///< where programs run; null: as any program of this machine
  Solve solve{};               ///< the solver of the agent "oracle"
  ColourTable colours{};       ///< the appearances from which agents without labels recognise kinds
                               ///< (agents/sighted.h)
  StopFlag stop{};             ///< once this flag is set, waiting for a program's answer ends with Stopped
  OpenQuestions* questions{};  ///< where questions to programs stand until they are answered
  /// Called with each answer of a program (HearAnswer of agents/external/external.h).
  std::function<void(std::string_view, double, const std::string&)> hear{};
  Catalogue catalogue{};  ///< the ordinary world of agents with a simulator of their own
  Physics search{};       ///< the physics of such an agent's plays, the one called "fast"
  int threads = 1;        ///< threads of one agent that takes some; they change no shot
};

/// Makes a new agent. `trained` is the net of the trial's normal template, for an agent that plays nets.
/// Throws std::invalid_argument where agent_entry() throws and if the agent lacks what it needs, and
/// AgentError if a program does not answer "hello".
std::unique_ptr<Agent> make_agent(const std::string& spec, const AgentOptions& options = {},
                                  const Trained* trained = nullptr);

}  // namespace novphy
