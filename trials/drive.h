#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "agents/agent.h"
#include "base/parallel.h"
#include "evaluator/record.h"
#include "trials/plan.h"
#include "trials/session.h"

namespace novphy {

/// Makes a new agent for a trial whose normal tasks are of this template, such as "rolling/agents/normal".
/// Only trained agents need the template. May throw AgentError.
using AgentFactory = std::function<std::unique_ptr<Agent>(const std::string& normal_template)>;

/// The tasks of a planned trial, in the order in which they are played.
struct TrialScript {
  std::vector<TaskRef> refs;       ///< the place of each task in the plan
  std::vector<SessionTask> tasks;  ///< the tasks themselves, in the order of `refs`
};
/// The script of a trial, with at most `training_tasks` training tasks. Throws InputError as task_of() does.
TrialScript script(const Plan& plan, const PlannedTrial& trial, int training_tasks,
                   const Catalogue& catalogue);

/// The setup of a session that plays this trial: with the trial's noise, whether it is informed, and whether
/// its plan has certain ends.
SessionSetup setup_of(const Plan& plan, const PlannedTrial& trial, SessionSetup setup);

/// The record of the script's task at index `task`, before the task is played.
Record blank_record(const Plan& plan, const PlannedTrial& trial, const TrialScript& script, int task);
/// The records of all tasks of the script, before the first task is played.
std::vector<Record> blank_records(const Plan& plan, const PlannedTrial& trial, const TrialScript& script);
/// Puts the shots and the outcome of a played task into the task's record.
void fill(Record& record, const PlayedTask& played);
/// Puts what the agent says about the novelty into a record.
void fill(Record& record, const NoveltyReport& report);
/// Ends a trial whose agent cannot go on: the records of all unfinished tasks get the end "agent_error" and
/// the reason. A record is filled only when its task is over.
void end_with(std::vector<Record>& records, const std::string& reason);

/// Plays one trial with a new agent and returns its records in order. An AgentError from the agent ends the
/// trial: the records of the current task and of all later tasks then end with "agent_error" and give the
/// reason. What setup_of() gives replaces the setup's own values, and the agent's senses replace
/// `setup.senses`. Throws Stopped before the next task if `stop` is set.
std::vector<Record> play_trial(const Plan& plan, const PlannedTrial& trial, const AgentFactory& make,
                               const SessionSetup& setup, StopFlag stop = nullptr);

}  // namespace novphy
