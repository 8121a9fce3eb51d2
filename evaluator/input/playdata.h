#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/record.h"

namespace novphy {

/// Whether a file begins like NovPhy's play data: a header line with a column "levelName".
bool is_playdata(const std::string& path);

/// Reads NovPhy's play data of one player, a CSV with a row for each task, as records with this trial number.
/// The rows of one six-digit type in levelName are a trial; normal tasks (folder novelty_level_0) come first,
/// then novel ones, each in the order of the file. Rows without a result have no_result. The column
/// "informed" speaks of the study, not of the novelty: the records are uninformed. Throws InputError with
/// file and line.
std::vector<Record> read_playdata(const std::string& path, int trial = 0);

/// A task as play data tell it: a record of a normal or novel task and what records do not hold.
struct PlaydataRow {
  Record record;
  int trial = 1;  ///< among the player's trials in the order they were played, from 1
  int birds_at_start = 0;
  int pigs_at_start = 0;
  int birds_left = 0;
  int pigs_left = 0;
};

/// Whether play data have a number for the record's novelty and one for its scenario.
bool has_playdata_name(const Record& record);

/// The CSV with NovPhy's header and a line for each row, as read_playdata() reads it. levelName holds the
/// variation; the alarm is the record's, else its probability above 0.5. Throws std::invalid_argument for a
/// row without a playdata name and for one that is neither normal nor novel.
std::string write_playdata(std::span<const PlaydataRow> rows);

}  // namespace novphy
