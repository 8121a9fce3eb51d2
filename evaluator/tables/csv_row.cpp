#include "evaluator/tables/csv_row.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>

#include "evaluator/input/csv.h"

namespace novphy {
namespace {

/// A column's name and its place in a row.
struct CsvColumn {
  const char* name;
  std::string CsvRow::*of;
};
constexpr std::array kCsvColumns{CsvColumn{"agent", &CsvRow::agent},
                                 CsvColumn{"table", &CsvRow::table},
                                 CsvColumn{"novelty", &CsvRow::novelty},
                                 CsvColumn{"scenario", &CsvRow::scenario},
                                 CsvColumn{"measure", &CsvRow::measure},
                                 CsvColumn{"mean", &CsvRow::mean},
                                 CsvColumn{"plus_minus", &CsvRow::plus_minus},
                                 CsvColumn{"low", &CsvRow::low},
                                 CsvColumn{"high", &CsvRow::high},
                                 CsvColumn{"of_trials", &CsvRow::of_trials},
                                 CsvColumn{"undefined_trials", &CsvRow::undefined_trials},
                                 CsvColumn{"cells", &CsvRow::cells},
                                 CsvColumn{"defined_cells", &CsvRow::defined_cells},
                                 CsvColumn{"trials", &CsvRow::trials},
                                 CsvColumn{"informed", &CsvRow::informed},
                                 CsvColumn{"with_results", &CsvRow::with_results},
                                 CsvColumn{"incomplete", &CsvRow::incomplete},
                                 CsvColumn{"agent_errors", &CsvRow::agent_errors},
                                 CsvColumn{"novel_tasks", &CsvRow::novel_tasks},
                                 CsvColumn{"m", &CsvRow::m},
                                 CsvColumn{"class", &CsvRow::kind},
                                 CsvColumn{"at", &CsvRow::at},
                                 CsvColumn{"p", &CsvRow::p},
                                 CsvColumn{"p_exact", &CsvRow::p_exact},
                                 CsvColumn{"setting", &CsvRow::setting}};

}  // namespace

std::string csv_heading() {
  std::vector<std::string> names;
  for (const CsvColumn& column : kCsvColumns) names.emplace_back(column.name);
  return csv_line(names);
}

std::string csv_line(const CsvRow& row) {
  std::vector<std::string> cells;
  for (const CsvColumn& column : kCsvColumns) cells.push_back(row.*column.of);
  return csv_line(cells);
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> quoted;
  for (const std::string& cell : cells) quoted.push_back(csv_cell(cell));
  return fmt::format("{}\n", fmt::join(quoted, ","));
}

}  // namespace novphy
