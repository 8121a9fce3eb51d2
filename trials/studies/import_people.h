#pragma once

#include <string>
#include <vector>

#include "sim/task.h"
#include "trials/studies/import_rows.h"
#include "trials/studies/study.h"

namespace novphy {

/// A task that a participant finished online.
struct OnlinePlay : PlacedRow {
  std::vector<Shot> acted{};  ///< the shots as the row's acts tell them, which should be those of the result
  /// How the result differs from the acts and from the shots played again; empty for the same play. Set by
  /// replay_plays().
  std::vector<std::string> differences{};
};

/// A participant of an online study, as the journal that novphy-play would have written.
struct OnlinePerson {
  StudyHead head;
  std::vector<StudyEntry> entries{};
  std::vector<OnlinePlay> plays{};  ///< in the order of their steps
  int all_tasks = 0;                ///< practice included
  bool unfinished = false;          ///< whether the participant is within a task
};

/// Puts the rows of each participant together, sorted by participant. Rows that stand several times count
/// once. `made_by` is the fingerprint of this program and its numbers. Throws InputError, with the row's
/// place, for
/// * a row of another study or plan, or made by another version or with other numbers,
/// * an ID that check_participant() refuses,
/// * a level set, a step or a task that the study does not have,
/// * two different rows of one step of a participant, and rows of different level sets,
/// * missing rows, and acts that do not fit together.
std::vector<OnlinePerson> online_people(std::vector<PlacedRow> rows, const StudyFile& file,
                                        const Fingerprint& made_by);

}  // namespace novphy
