#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "agents/agent.h"
#include "evaluator/record.h"
#include "trials/plan.h"
#include "trials/session.h"

namespace novphy {

/// A fresh agent for each trial. May throw AgentError.
using AgentFactory = std::function<std::unique_ptr<Agent>()>;

/// The tasks of a planned trial in the order they are played, with at most that many training tasks. Throws
/// InputError as task_of() does.
struct TrialScript {
  std::vector<TaskRef> refs;
  std::vector<SessionTask> tasks;
};
TrialScript script(const Plan& plan, const PlannedTrial& trial, int training_tasks,
                   const Catalogue& catalogue);

/// The record of the script's task number `task` before anything of it is known.
Record blank_record(const Plan& plan, const PlannedTrial& trial, const TrialScript& script, int task);
/// Puts into a record what came of its task.
void fill(Record& record, const PlayedTask& played);
void fill(Record& record, const NoveltyReport& report);

/// Plays one trial with a fresh agent and gives its records in order. An agent that throws AgentError ends
/// the trial: the task in progress and all after it are recorded as "agent_error", with the reason.
/// `setup.informed` and `setup.seed` are taken from the trial, `setup.senses` from the agent.
std::vector<Record> play_trial(const Plan& plan, const PlannedTrial& trial, const AgentFactory& make,
                               SessionSetup setup);

}  // namespace novphy
