#pragma once

#include <functional>

#include "evaluator/input/csv.h"
#include "evaluator/trial_log.h"

/// The columns of tables of results: our names, and those that other programs use.
namespace novphy {

/// Columns of a table by our names, as a user gives them, in capital or small letters: {"novelty",
/// "novelty_id"}.
using ColumnNames = std::map<std::string, std::string, NoCase>;

/// Throws std::invalid_argument if one of the names is not a column of ours.
void check_column_names(const ColumnNames& chosen);

/// Which column of a table is which of ours. A column that the user chose comes first, then the column with
/// our name, then one with another program's name.
class ResultsColumns {
 public:
  /// Throws std::invalid_argument if two columns of the table may be the same one of ours. A chosen column
  /// that the table lacks does not count.
  ResultsColumns(const std::vector<std::string>& header, const ColumnNames& chosen);

  bool has(std::string_view ours) const { return theirs_.find(ours) != theirs_.end(); }
  /// The table's name of a column, which has() must know.
  const std::string& theirs(std::string_view ours) const { return theirs_.find(ours)->second; }
  /// The columns with another program's name: "novelty_id as novelty, performance as score". "" if none.
  std::string renamed() const;
  /// The text of an error about tasks that repeat, after the likely reason: the table lacks the column
  /// "agent" or "scenario", so that tasks of several trials look like those of one, or left_out() is not
  /// empty.
  std::string explained(const std::string& repeats) const;
  /// Columns that say something about a whole trial and are none of ours, such as "trial_id".
  const std::vector<std::string>& about_trials() const { return about_trials_; }
  /// Columns that are not read and may matter, each with what may be done: "seed (--columns run=seed, ...)".
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  std::map<std::string, std::string, NoCase> theirs_;
  std::vector<std::string> about_trials_;
  std::vector<std::string> left_out_;
};

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

/// Whether a table with this header is one of results: it has the phase, and the pass or the score, of tasks.
bool is_results_csv(const std::vector<std::string>& header, const ColumnNames& columns = {});

/// Reads the results of any simulator: a CSV with a header and a row for each task, in the order of play.
/// docs/reference/records.md describes the columns, of which check_column_names() knows the names. Calls
/// visit for each row.
///
/// A table without the column "agent" is of an agent that is called like the file, and without the column
/// "scenario" all trials are of the scenario "all". Without the column "task" the rows of a trial are counted
/// from 0; where normal tasks follow novel ones, the trial begins again if `repeats` allows repeated tasks.
///
/// Throws InputError with file and line, also for rows of one trial that contradict each other in a column
/// about the trial.
ResultsTable read_results_csv(LineReader lines, const std::function<void(const ResultRow&, int line)>& visit,
                              const ResultsOptions& options = {});

}  // namespace novphy
