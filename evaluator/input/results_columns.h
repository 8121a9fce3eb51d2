#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/input/csv.h"

/// The columns of tables of results: our names, and those that other programs use.
namespace novphy {

struct ResultsColumn {
  std::string_view ours;
  std::vector<std::string_view> others;
};

/// All columns that tables of results may have.
std::span<const ResultsColumn> results_columns();

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

/// Whether a table with these columns holds results: it names the phase, and the pass or the score, of tasks.
bool names_results(const std::vector<std::string>& header, const ColumnNames& chosen);

}  // namespace novphy
