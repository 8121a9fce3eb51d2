#pragma once

#include <functional>
#include <optional>
#include <string>

#include "evaluator/conventions.h"
#include "evaluator/input/results_columns.h"
#include "evaluator/record.h"

namespace novphy {

/// One row of a table of results: a task that an agent played.
struct ResultRow {
  std::string agent;
  std::string run;  ///< the training of the agent; "" if it is not known
  Record record;
  std::optional<double> score;  ///< any number; the record's score can only be a whole number
  std::optional<int> shots;     ///< the number of shots, which a table does not list
  bool says_novelty = false;    ///< the row has a probability of novelty or an alarm
};

struct ResultsOptions {
  ColumnNames columns;  ///< columns that the user chose
  Repeats repeats = Repeats::kRefuse;
};

/// What a table of results holds beside its rows.
struct ResultsTable {
  ResultsColumns columns;
  bool any_pass = false;   ///< a row says whether the task was passed
  bool any_score = false;  ///< a row has a score
};

/// Whether a file is a table of results: its header has the phase, and the pass or the score, of tasks.
bool is_results_csv(const std::string& path, const ColumnNames& columns = {});

/// Reads the results of any simulator: a CSV with a header and a row for each task, in the order of play.
/// docs/records.md describes the columns, of which results_columns() gives the names. Calls visit for each
/// row.
///
/// A table without the column "agent" is of an agent that is called like the file, and without the column
/// "scenario" all trials are of the scenario "all". Without the column "task" the rows of a trial are counted
/// from 0; where normal tasks follow novel ones, the trial begins again if `repeats` allows repeated tasks.
///
/// Throws InputError with file and line, also for rows of one trial that contradict each other in a column
/// about the trial.
ResultsTable read_results_csv(const std::string& path,
                              const std::function<void(const ResultRow&, int line)>& visit,
                              const ResultsOptions& options = {});

}  // namespace novphy
