#pragma once

#include <functional>
#include <optional>
#include <string>

#include "evaluator/record.h"

namespace novphy {

/// A task of some agent in a table of results.
struct ResultRow {
  std::string agent;
  Record record;
  std::optional<double> score;  ///< any number; the record's own holds whole points only
};

/// Whether a file begins like a table of results: a header line with the columns "phase" and "passed".
bool is_results_csv(const std::string& path);

/// Reads results of any simulator: a CSV with a header and a row for each task, in the order they were
/// played. Columns agent, novelty, scenario, trial, phase (normal or novel), passed (1, 0, or empty where it
/// is not known); where wanted task (index within the trial, from 0; without it the rows count), score,
/// novelty_probability (0 to 1), alarm (1, 0 or empty), informed (1 or 0), control (1 or 0). docs/records.md
/// describes it. Calls visit for each row. Throws InputError with file and line.
void read_results_csv(const std::string& path, const std::function<void(const ResultRow&, int line)>& visit);

}  // namespace novphy
