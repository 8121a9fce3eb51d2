#pragma once

#include <string>
#include <vector>

#include "evaluator/record.h"
#include "sim/catalogue.h"
#include "sim/outcome.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

/// The result of playing a record's shots again.
struct Replay {
  Outcome outcome;
  std::vector<std::string> differences;  ///< of the record; empty if the play equals the recorded one
};

/// The record's shots in the form that a World takes.
std::vector<Shot> shots_of(const Record& record);

/// How the record differs from a play of the task with the record's shots, in texts such as "score: 5000
/// recorded, 0 now".
std::vector<std::string> differences(const Record& record, const Task& task, const Outcome& outcome);

/// Plays the task with the record's shots and compares the outcome with the record.
Replay replay(const Record& record, const Task& task, const Catalogue& catalogue, const Physics& physics,
              bool log_events = false);

}  // namespace novphy
