#pragma once

#include <optional>
#include <string>

#include "evaluator/trial_log.h"

/// Whether the trials of a table, all rows of the current file of an agent's logs, are whole.
namespace novphy {

/// Two rows that contradict each other.
struct RowsInConflict {
  int line = 0;  ///< of one of the rows; the text names the other
  std::string text;
};

/// Decides for each trial with an informed and an uninformed version. Two versions with normal and novel
/// tasks each, or with novel tasks each, are two trials: programs play a trial in both ways. An uninformed
/// version of normal tasks and an informed one of novel tasks are one trial, whose agent was told when the
/// novelty came. Returns rows in conflict if the informed version lacks the normal tasks and the uninformed
/// one has novel tasks. `counted` says that the table does not number the tasks.
std::optional<RowsInConflict> join_versions(TrialLogs& logs, bool counted);

/// Finds a trial whose normal tasks stand under another novelty or scenario than its novel tasks, or with
/// another value of `control`. Without the check, neither part would count.
std::optional<RowsInConflict> find_split_trial(const TrialLogs& logs);

}  // namespace novphy
