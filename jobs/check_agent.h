#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "evaluator/record.h"
#include "jobs/context.h"
#include "jobs/serve.h"
#include "jobs/setting.h"

/// Checks of an agent before its first run: what novphy check-agent and Python's check_agent() share.
namespace novphy {

struct AgentCheckSettings {
  std::string agent{};
  double agent_timeout_s = 60;
  std::uint64_t seed = 1;

  Settings settings();
};

enum class PointVerdict { kOk, kWarn, kFail, kSkip };
/// "ok", "warn", "fail" or, for a point that the way in which an agent plays does not tell, "skip".
std::string_view name(PointVerdict verdict);

/// One point of the check.
struct CheckedPoint {
  std::string name{};
  PointVerdict verdict = PointVerdict::kOk;
  std::string says{};                         ///< one line
  std::string change{};                       ///< what to change; "" where all is fine
  std::string last_answer{};                  ///< of a program that failed: the last line that it sent
  std::vector<std::vector<Record>> trials{};  ///< the tasks that were played, by trials
};

/// The messages of one type.
struct CheckedMessage {
  std::string type{};
  int sent = 0;
  double longest_s = 0;  ///< that an answer took
  std::string answer{};  ///< the first one
};

struct AgentCheck {
  std::vector<CheckedPoint> points{};
  std::vector<CheckedMessage> messages{};  ///< in the order in which they first came

  int count(PointVerdict verdict) const;
  bool has(std::string_view message) const;
  /// One line of JSON.
  std::string json() const;
};

/// An agent that is not in the table.
struct CheckedAgent {
  std::function<std::unique_ptr<Agent>()> make{};
  bool labels = false;  ///< whether it sees developer labels
};

/// Plays short trials that reach every message of an agent, and scenes that are odd but legal, each point
/// with a fresh agent. `done` is called after each point. Throws InputError for an agent that cannot be
/// started, and Stopped.
AgentCheck check_agent(const AgentCheckSettings& wanted, const JobContext& context,
                       const CheckedAgent& own = {}, StopFlag stop = nullptr,
                       const std::function<void(const CheckedPoint&)>& done = {});

/// The trials of the check as a plan, for agents that play by novphy serve or python -m novphy mcp.
PlanFile check_plan(const Catalogue& catalogue);
/// What the records of that plan tell. Trials that were not finished, in a partial file too, count as failed.
AgentCheck check_records(const std::filesystem::path& out);

/// Lets an agent of the original game play that plan as novphy serve does, and says what its records tell.
/// An agent that is silent for the time limit, once it was there, ends the check. `listening` is called with
/// the port. Throws InputError and Stopped.
AgentCheck check_served(ServerSettings wanted, double timeout_s, const JobContext& context, StopFlag stop,
                        const std::function<void(int port)>& listening);

}  // namespace novphy
