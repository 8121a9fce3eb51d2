#pragma once

#include <span>

#include "base/lines.h"
#include "evaluator/trial_log.h"

namespace novphy {

/// Whether a table with this header is NovPhy's play data: it names the column "levelName".
bool is_playdata(const std::vector<std::string>& header);

/// A task that a person played.
struct PersonTask {
  Record record;
  std::optional<int> shots;  ///< birdsAtStart - birdsRemaining; empty where the row does not tell both
};

/// Reads NovPhy's play data of one player, a CSV with a row for each task. Every record gets the number
/// `trial`. The rows with the same six-digit type in levelName form a trial. A trial's normal tasks (folder
/// novelty_level_0) come first, then its novel tasks, each in the order of the file. A row without a result
/// gives a record with no_result. The records are uninformed, because the column "informed" refers to the
/// study, not to the novelty. `repeats` says which row counts where a level stands again in a part of a
/// trial; kRefuse takes both, because a trial may have a level twice. If `warnings` is given, warns of the
/// first row whose EvaluationIndex is repeated, of the first level that is not counted again, of the first
/// normal task that follows a novel one of its trial, and of the first row whose numbers of birds cannot be,
/// which then has no shots. Throws InputError with file and line.
std::vector<PersonTask> read_person_tasks(LineReader lines, int trial = 0,
                                          std::vector<std::string>* warnings = nullptr,
                                          Repeats repeats = Repeats::kRefuse);
/// Their records.
std::vector<Record> read_playdata(const std::string& path, int trial = 0,
                                  std::vector<std::string>* warnings = nullptr,
                                  Repeats repeats = Repeats::kRefuse);

/// A row of play data: the record of a normal or novel task, and numbers that records do not have.
struct PlaydataRow {
  Record record;
  int trial = 1;  ///< place of the trial among those that the player played, from 1
  int birds_at_start = 0;
  int pigs_at_start = 0;
  int birds_left = 0;
  int pigs_left = 0;
};

/// Whether the numbering of play data covers the record's novelty and scenario.
bool has_playdata_name(const Record& record);

/// Writes play data that read_playdata() can read: NovPhy's header and a line for each row. levelName
/// contains the variation. The column noveltyDetected contains the record's alarm or, without one, whether
/// the probability is above 0.5. Throws std::invalid_argument for a record without has_playdata_name(), and
/// for a record that is neither normal nor novel.
std::string write_playdata(std::span<const PlaydataRow> rows);

}  // namespace novphy
