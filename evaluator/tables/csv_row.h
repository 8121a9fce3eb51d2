#pragma once

#include <string>
#include <vector>

namespace novphy {

/// A row of the CSV table of all measures. Cells that do not apply are empty.
struct CsvRow {
  std::string agent = {}, table = {}, novelty = {}, scenario = {}, measure = {};
  std::string mean = {}, plus_minus = {}, low = {}, high = {};
  std::string of_trials = {}, undefined_trials = {}, cells = {}, defined_cells = {}, trials = {},
              informed = {}, with_results = {}, incomplete = {}, agent_errors = {}, novel_tasks = {}, m = {};
  std::string kind = {};  ///< of a cell: bonus, hazard or neutral
  std::string at = {};    ///< place of a point on its curve
  std::string p = {}, p_exact = {};
  /// A detector, a convention, the program whose definition the measure follows, or the people that an agent
  /// is compared with.
  std::string setting = {};
};

/// The names of the columns.
std::string csv_heading();
std::string csv_line(const CsvRow& row);
/// The cells as a line, in quotes where a reader needs them.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace novphy
