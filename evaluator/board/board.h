#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/board/entry.h"
#include "evaluator/board/ranks.h"
#include "evaluator/cell_measures.h"
#include "evaluator/mean_intervals.h"

/// A board: entries that played one plan, with ranks and tables.
namespace novphy {

/// How an entry stands on a board.
enum class Standing {
  kRanked,
  kReference,  ///< its plays come out the same, and its card says that it is not to be ranked
  kPrinted,    ///< figures that nobody can recompute
  kDifferent,  ///< its plays come out differently, so nothing of it is measured
};
/// "ranked", "reference", "printed", "different".
std::string_view name_of(Standing standing);

/// One way to group the novelty-scenarios, such as by novelty.
struct BoardTable {
  std::string id;     ///< "novelty"
  std::string title;  ///< "By novelty"
  std::vector<Group> groups;
};

struct MeasuredEntry {
  BoardEntry entry;
  Standing standing = Standing::kRanked;
  Measures measures{};  ///< without anything unless ranked or a reference
  TrialTable trials{};
  std::vector<std::vector<MeanRow>> tables{};  ///< by table of the board, then by group
  std::optional<EntryRank> rank{};             ///< by the board's measure; none where the entry lacks it
  std::optional<EntryRank> rank_in_track{};

  bool is_measured() const { return standing == Standing::kRanked || standing == Standing::kReference; }
};

/// The plan that all entries played.
struct BoardPlan {
  std::string hash;
  int trials = 0;  ///< without calibration runs
};

struct BoardInput {
  BoardPlan plan;
  std::vector<BoardEntry> entries;
  /// The level of the hierarchy of each entry of the table of novelties. Names that are neither here nor
  /// levels are invented.
  std::map<std::string, std::string> levels;
  std::string by = "ap";  ///< one of kBoardMeasures
  Conventions conventions{};
};

struct Board {
  BoardPlan plan;
  std::string by;
  double confidence = 0;
  double confidence_of_each_pair = 0;  ///< with which ranks tell two entries apart
  std::vector<BoardTable> tables;
  /// The ranked entries by their value, the best first; then the others, by their names.
  std::vector<MeasuredEntry> entries;
};

/// Measures and ranks the entries. The result does not depend on Conventions::threads.
Board make_board(BoardInput input);

/// The tables of these cells: by novelty, by scenario, by level of the hierarchy and, where any novelty is
/// invented, known against invented.
std::vector<BoardTable> board_tables(const std::vector<CellRows>& cells,
                                     const std::map<std::string, std::string>& levels);

/// The mean of an entry over everything. Empty where it is not measured, or not defined.
std::optional<double> value_of(const MeasuredEntry& entry, std::string_view measure);

/// One JSON object: docs/board.md documents its fields.
std::string board_json(const Board& board);

}  // namespace novphy
