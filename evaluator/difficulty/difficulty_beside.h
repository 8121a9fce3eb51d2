#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/difficulty/difficulty_table.h"
#include "evaluator/evaluation.h"
#include "evaluator/measures/rank_tests.h"

/// What an agent, or people, achieve in each cell, beside the cell's difficulty.
namespace novphy {

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
