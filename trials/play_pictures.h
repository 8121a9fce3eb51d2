#pragma once

#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "evaluator/report/report.h"
#include "levels/assets.h"

namespace novphy {

/// The plays of a trial on both sides of the change: the last normal and the first novel task side by side,
/// each at its start, with the paths of birds and of what they set in motion. A PNG file.
struct PlayPicture {
  std::size_t agent = 0;  ///< index in Evaluation::agents
  std::size_t cell = 0;   ///< index in the agent's TrialTable::cells
  std::string png;
};

struct PlayPictures {
  std::vector<PlayPicture> pictures;  ///< by agent, then cell
  /// Files without pictures and plays that come out differently today, which have none.
  std::vector<std::string> warnings;
};

/// Pictures of the trials that a report quotes: the first trial of each agent's cell. The shots of the
/// records are played again, on the plan's tasks. `plan` is the plan's file. Where `plan` is empty, the file
/// is the one that the records name. Throws InputError where `plan` is given and cannot be read, and the
/// errors of RecordReader. The pictures do not depend on the number of threads.
PlayPictures play_pictures(const std::string& plan, const Evaluation& evaluation, const Assets& assets);

/// Small pictures of the first normal and the first novel task of each novelty-scenario of a plan. `plan` is
/// the plan's file. Where `plan` is empty, the file is the one that the records name. No pictures are
/// returned where that file does not exist or holds another plan by now. Throws InputError where `plan` is
/// given but no record was played with that plan.
std::vector<TaskPicture> task_pictures(const std::string& plan, const Evaluation& evaluation,
                                       const Assets& assets);

}  // namespace novphy
