#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/load.h"

/// Whether the trials of tables are whole.
namespace novphy {

/// Two rows that contradict each other.
struct RowsInConflict {
  int line = 0;  ///< of one of the rows; the text names the other
  std::string text;
};

/// Decides for each trial of the current file with an informed and an uninformed version. Two versions with
/// normal and novel tasks each, or with novel tasks each, are two trials: programs play a trial in both ways.
/// An uninformed version of normal tasks and an informed one of novel tasks are one trial, whose agent was
/// told when the novelty came. Returns rows in conflict if the informed version lacks the normal tasks and
/// the uninformed one has novel tasks. `counted` says that the table does not number the tasks.
std::optional<RowsInConflict> join_versions(TrialLogs& logs, bool counted);

/// Throws InputError for a trial of a table whose normal tasks stand under another agent, novelty, scenario
/// or run than its novel tasks, or with another value of `control`; and for one in which some rows have a run
/// and others none. Without the check, the novel tasks would count without the normal ones. Warns of cells in
/// which no trial has both. All tables must have been joined.
void check_parts(std::span<const AgentLog* const> logs, std::vector<std::string>& warnings);

}  // namespace novphy
