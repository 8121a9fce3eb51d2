#include "evaluator/input/results_csv.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "evaluator/input/csv.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

const std::vector<std::string_view> kResultsColumns{"agent", "novelty", "scenario",
                                                    "trial", "phase",   "passed"};

/// Spreadsheets, R and Python write TRUE or True.
bool yes(const CsvReader& row, std::string_view column) {
  const std::string text = in_small_letters(row.at(column));
  if (text == "1" || text == "true" || text == "yes") return true;
  if (text == "0" || text == "false" || text == "no") return false;
  row.fail(column, "1 or 0");
}

/// Whether the table has the column and the row's cell in the column is not empty.
bool has(const CsvReader& row, std::string_view column) { return row.has(column) && !row.at(column).empty(); }

int index(const CsvReader& row, std::string_view column) {
  const double value = row.number(column);
  if (value < 0 || value > kMostIndex || value != static_cast<int>(value))
    row.fail(column, "a whole number from 0 to 999999");
  return static_cast<int>(value);
}

double zero_to_one(const CsvReader& row, std::string_view column) {
  const double value = row.number(column);
  if (value < 0 || value > 1) row.fail(column, "0 to 1");
  return value;
}

Phase phase(const CsvReader& row) {
  return row.one_of("phase", "normal", "novel") ? Phase::kNormal : Phase::kNovel;
}

Record read_record(const CsvReader& row) {
  Record record;
  record.novelty = row.name("novelty");
  record.scenario = row.name("scenario");
  record.trial = index(row, "trial");
  record.phase = phase(row);
  record.no_result = row.at("passed").empty();
  record.passed = !record.no_result && yes(row, "passed");
  record.control = has(row, "control") && yes(row, "control");
  record.informed = has(row, "informed") && yes(row, "informed");
  if (has(row, "alarm")) record.alarm = yes(row, "alarm");
  if (has(row, "novelty_probability")) record.novelty_probability = zero_to_one(row, "novelty_probability");
  if (has(row, "novelty_threshold")) record.novelty_threshold = zero_to_one(row, "novelty_threshold");
  return record;
}

}  // namespace

bool is_results_csv(const std::string& path) { return csv_has_columns(path, {"phase", "passed"}); }

void read_results_csv(const std::string& path, const std::function<void(const ResultRow&, int line)>& visit) {
  CsvReader row(path, kResultsColumns);
  std::map<std::tuple<std::string, std::string, std::string, bool, int>, int> tasks;
  while (row.next()) {
    ResultRow result{row.name("agent"), read_record(row), {}};
    Record& record = result.record;
    record.task =
        row.has("task")
            ? index(row, "task")
            : tasks[{result.agent, record.novelty, record.scenario, record.control, record.trial}]++;
    if (has(row, "score")) result.score = row.number("score");
    visit(result, row.line());
  }
}

}  // namespace novphy
