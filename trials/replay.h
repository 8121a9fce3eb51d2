#pragma once

#include <string>
#include <vector>

#include "evaluator/record.h"
#include "sim/catalogue.h"
#include "sim/outcome.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

/// A record's shots, played again.
struct Replay {
  Outcome outcome;
  std::vector<std::string> differences;  ///< such as "score: 5000 recorded, 0 now"; none: the same play
};

/// The shots as the world takes them.
std::vector<Shot> shots_of(const Record& record);

/// Plays the task with the record's shots and compares what came of it.
Replay replay(const Record& record, const Task& task, const Catalogue& catalogue, const Physics& physics,
              bool log_events = false);

}  // namespace novphy
