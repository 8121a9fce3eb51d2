#pragma once

#include "evaluator/evaluation.h"

/// Measures are of one change in a trial. Where novelties end, or begin again, trials are cut into trials of
/// one change each.
namespace novphy {

/// The number of the last change that a trial of these agents has.
int last_change(std::span<const AgentLog> logs);
/// Whether each trial has one change, with all normal tasks before it.
bool have_one_change(std::span<const AgentLog> logs);

/// What a cut trial holds.
enum class CutTo {
  kChange,  ///< the novel tasks of the change, and the normal ones before it, since the novelty before
  kFirst,   ///< of these, the first m novel tasks, as many as AP takes of the last ones, and no normal task
  kEnd,     ///< the normal tasks between the novelty's end and the next change, in place of novel tasks
};

/// The log with each trial cut. Trials without these tasks are left out. An alarm that began before a cut
/// trial counts again only after it has fallen, but for kEnd, which asks how long alarms last.
AgentLog at_change(const AgentLog& log, int change, CutTo part = CutTo::kChange);
std::vector<AgentLog> at_change(std::span<const AgentLog> logs, int change, CutTo part = CutTo::kChange);

/// The measures of a change in every trial that has it. The agents stand in the order of the logs.
struct ChangeMeasures {
  int change = 1;
  Evaluation all{};
  Evaluation first{};
  Evaluation end{};
};
/// Throws as evaluate() does.
std::vector<ChangeMeasures> at_each_change(std::span<const AgentLog> logs, const Conventions& conventions,
                                           std::span<const std::string> baseline = {});

/// Which tasks measures at this change rest on, as a sentence without its full stop.
std::string change_note(int change);

}  // namespace novphy
