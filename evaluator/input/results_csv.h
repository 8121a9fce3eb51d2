#pragma once

#include <functional>
#include <optional>
#include <string>

#include "evaluator/record.h"

namespace novphy {

/// One row of a table of results: a task that an agent played.
struct ResultRow {
  std::string agent;
  Record record;
  std::optional<double> score;  ///< any number; the record's score can only be a whole number
};

/// Whether a file is a table of results: its header names the columns "phase" and "passed".
bool is_results_csv(const std::string& path);

/// Reads the results of any simulator: a CSV with a header and a row for each task, in the order of play.
/// Required columns: agent, novelty, scenario, trial, phase (normal or novel), passed (1, 0, or empty if the
/// result is not known). Optional columns: task (index within the trial, from 0; without it the rows are
/// counted), score, novelty_probability (0 to 1), novelty_threshold (0 to 1 or empty), alarm (1, 0 or empty),
/// informed (1 or 0), control (1 or 0). docs/records.md describes the format. Calls visit for each row.
/// Throws InputError with file and line.
void read_results_csv(const std::string& path, const std::function<void(const ResultRow&, int line)>& visit);

}  // namespace novphy
