#pragma once

#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "evaluator/report/report.h"
#include "levels/assets.h"
#include "sim/task.h"

namespace novphy {

/// The plays on both sides of a trial's change: the last normal and the first novel task side by side, each
/// at its start, with the paths of the birds and of everything they set in motion. A PNG file.
struct PlayPicture {
  std::size_t agent = 0;  ///< index in Evaluation::agents
  std::size_t cell = 0;   ///< index in the agent's TrialTable::cells
  std::string png;
};

struct PlayPictures {
  std::vector<PlayPicture> pictures;  ///< by agent, then cell
  /// Files that got no pictures, and plays that got none because they come out differently today.
  std::vector<std::string> warnings;
};

/// Pictures of the trials that a report shows: for each agent and cell, the first trial. Plays the records'
/// shots again on the plan's tasks. `plan` is the plan's file; if it is empty, the file that the records name
/// is used. Throws InputError if `plan` is given and cannot be read, and the errors of RecordReader. The
/// pictures do not depend on the number of threads.
PlayPictures play_pictures(const std::string& plan, const Evaluation& evaluation, const Assets& assets);

/// Small pictures of the first normal and the first novel task of each novelty-scenario of a plan. `plan` is
/// the plan's file; if it is empty, the file that the records name is used, and if that does not exist or now
/// holds another plan, there are no pictures. Throws InputError if `plan` is given but no record was played
/// with it.
std::vector<TaskPicture> task_pictures(const std::string& plan, const Evaluation& evaluation,
                                       const Assets& assets);

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
