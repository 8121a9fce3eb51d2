#pragma once

#include <string>
#include <vector>

#include "evaluator/record.h"

namespace novphy {

/// Whether a file begins like NovPhy's play data: a header line with a column "levelName".
bool is_playdata(const std::string& path);

/// Reads NovPhy's play data of one player, a CSV with a row for each task, as records with this trial number.
/// The rows of one six-digit type in levelName are a trial; normal tasks (folder novelty_level_0) come first,
/// then novel ones, each in the order of the file. Rows without a result have no_result. The column
/// "informed" speaks of the study, not of the novelty: the records are uninformed. Throws RecordError with
/// file and line.
std::vector<Record> read_playdata(const std::string& path, int trial = 0);

}  // namespace novphy
