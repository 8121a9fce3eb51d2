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
  /// Texts such as "score: 5000 recorded, 0 now". Empty if the play equals the recorded one.
  std::vector<std::string> differences;
};

/// The record's shots in the form that a World takes.
std::vector<Shot> shots_of(const Record& record);

/// Plays the task with the record's shots and compares the outcome with the record.
Replay replay(const Record& record, const Task& task, const Catalogue& catalogue, const Physics& physics,
              bool log_events = false);

}  // namespace novphy
