#pragma once

#include <map>

#include "evaluator/evaluation.h"
#include "evaluator/measures/rank_tests.h"

/// Tables of the difficulty of novelty-scenarios: values that `novphy difficulty` computes and the report
/// reads. docs/reference/difficulty.md defines the dimensions.
namespace novphy {

/// The difficulties of one dimension in one cell.
struct DifficultyRow {
  /// "novel", or "normal": normal tasks that the models were not trained on, judged like novel ones. "normal"
  /// only exists for dimensions of the observational state.
  std::string side{};
  std::string state{};                     ///< "detection" or "adaptation"
  std::string dimension{};                 ///< "colour", "shape", ..., or "together"
  std::vector<double> values{};            ///< one for each task or member with a value
  std::map<std::string, int> undefined{};  ///< number of tasks or members without a value, by reason
};

/// The distribution of a row's values.
struct DifficultySummary {
  double mean = 0;
  double low = 0, high = 0;  ///< fraction_interval(): 95 % of the mean
  double least = 0, first_quartile = 0, median = 0, third_quartile = 0, most = 0;
};
/// Nothing for a row without values.
std::optional<DifficultySummary> summary_of(const DifficultyRow& row);

/// How well a model of appearance knows the classes of normal tasks.
struct DifficultyModel {
  std::string dimension{};  ///< "colour" or "shape"
  std::string name{};
  bool counts = false;  ///< whether the model knows more than gamma of the test examples of each class, so
                        ///< that it counts
  /// For each class, the number of test examples and how many of them the model knows.
  std::map<std::string, std::pair<int, int>> classes{};
};

struct DifficultyCell {
  std::string novelty{};
  std::string scenario{};
  std::vector<DifficultyRow> rows{};
  std::vector<DifficultyModel> models{};
};

struct DifficultyTable {
  std::vector<std::pair<std::string, double>> numbers{};  ///< every constant, by name
  std::vector<DifficultyCell> cells{};
};

/// The row, or null.
const DifficultyRow* find_row(const DifficultyCell& cell, const std::string& state,
                              const std::string& dimension, const std::string& side = "novel");
/// The mean of this row. Nothing if there is no such row, or it has no values.
std::optional<double> mean_difficulty(const DifficultyCell& cell, const std::string& state,
                                      const std::string& dimension, const std::string& side = "novel");

/// The whole table. Numbers have at most nine decimals, so that the last bits of the C library's error
/// function never show. Means and the like of a row without values are null.
std::string difficulty_json(const DifficultyTable& table);
/// One line for each cell and row.
std::string difficulty_csv(const DifficultyTable& table);
/// Means of the novel sides, with a row for each cell and a column for each dimension; "-" if there is none.
/// Then counts of undefined values by reason, and the models that do not count.
std::string difficulty_text(const DifficultyTable& table);
/// The same means as a LaTeX table (booktabs).
std::string difficulty_latex(const DifficultyTable& table);

/// Reads what difficulty_json() wrote. Throws InputError with file, line and place.
DifficultyTable read_difficulty(const std::string& file);

// What an agent, or people, achieve in each cell, beside the cell's difficulty.

/// How an agent fares in a cell, compared with what the difficulty predicts.
enum class AgainstDifficulty { kAsPredicted, kBetter, kWorse };

struct CellBeside {
  std::string novelty{};
  std::string scenario{};
  double difficulty = 0;
  double achieved = 0;
  /// The value of the least-squares line through all cells of the agent at this difficulty, cut to [0, 1].
  double predicted = 0;
  /// kAsPredicted if the cell's interval holds `predicted`, or if the cell has no interval.
  AgainstDifficulty against = AgainstDifficulty::kAsPredicted;
};

struct BesideDifficulty {
  std::string agent{};
  std::string state{};      ///< "detection" or "adaptation"
  std::string dimension{};  ///< of the difficulty: "seen", "target" or "together"
  std::string measure{};    ///< key of measure_table.h: "cdt" for detection, "aus" for adaptation
  std::vector<CellBeside>
      cells{};  ///< the cells that have both a difficulty and the measure, in the order of the table
  /// Correlation of difficulty and achievement: -1 if the harder cell is always the worse one. Nothing for
  /// fewer than three cells, and if all difficulties or all achievements are equal.
  std::optional<Spearman> rank_correlation{};
};

/// For each agent: CDT beside the dimensions "seen" and "together" of detection, and AUS beside "target" and
/// "together" of adaptation. Combinations without a common cell are left out.
std::vector<BesideDifficulty> beside_difficulty(const Evaluation& evaluation, const DifficultyTable& table);

}  // namespace novphy
