#pragma once

#include <string>
#include <vector>

#include "evaluator/board/board.h"

/// The pages of a board, in the look of the report. Every text of a card or of records is escaped.
namespace novphy {

/// The board: ranks, tables, rules. `made_by` is the program and its version. Equal boards give equal bytes.
std::string board_page(const Board& board, const std::string& title, const std::string& made_by);

/// The page of an entry: its card, how its plays came out, and its measures.
std::string entry_page(const Board& board, const MeasuredEntry& entry, const std::string& made_by);

/// The place of an entry's page, relative to the board's page: "entries/NAME.html".
std::string page_of(const MeasuredEntry& entry);

/// Whether an earlier table has the same groups, as those of levels and novelties where each stands for the
/// other.
bool repeats_earlier(const Board& board, std::size_t table);
/// The heading of a measure's column.
std::string title_of_measure(std::string_view key);
/// "0.65 [0.51, 0.77]" as HTML; "–" where there is no mean.
std::string shown_mean(const MeanWithInterval& mean, std::string_view measure);
std::string shown_mean(const CellMean& mean, std::string_view measure);
/// The mean of an entry over everything, or the figure that is printed of it.
std::string shown_value(const MeasuredEntry& entry, std::string_view measure);
/// "2 (2–4)"; "–" without a rank.
std::string shown_rank(const std::optional<EntryRank>& rank);
/// Why an entry has no rank, in words; "" for one that is ranked.
std::string why_unranked(const Board& board, const MeasuredEntry& entry);

}  // namespace novphy
