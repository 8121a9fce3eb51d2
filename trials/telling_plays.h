#pragma once

#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "levels/assets.h"
#include "sim/task.h"

namespace novphy {

/// A recorded play with its task.
struct TellingPlay {
  std::string agent;  ///< as tables call it
  Record record;
  Task task;
};

struct TellingPlays {
  std::vector<TellingPlay> plays;
  /// Files whose plays cannot be shown, and plays that are left out because they come out differently today.
  std::vector<std::string> warnings;
};

/// Chooses at most `most` plays that show what a novelty did to the agents. Of an agent's novelty-scenario
/// these are: of the first trial in which the agent failed the first novel task after it had passed the last
/// normal one, these two plays; and the first novel task that it passed. Where there are neither, it is the
/// first novel task. The first novelty-scenario of every agent comes before any second one.
///
/// `plan` is the plan's file; if it is empty, the file that the records name is used. Throws InputError if
/// `plan` is given and cannot be read, and the errors of RecordReader. The choice does not depend on the
/// number of threads.
TellingPlays telling_plays(const std::string& plan, const Evaluation& evaluation, const Assets& assets,
                           std::size_t most);

}  // namespace novphy
