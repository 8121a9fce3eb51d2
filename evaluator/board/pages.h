#pragma once

#include <string>

#include "evaluator/board/board.h"

/// The pages of a board, in the look of the report. Every text of a card or of records is escaped.
namespace novphy {

/// The board: ranks, tables, rules. `made_by` is the program and its version. Equal boards give equal bytes.
std::string board_page(const Board& board, const std::string& title, const std::string& made_by);

/// The page of an entry: its card, how its plays came out, and its measures.
std::string entry_page(const Board& board, const MeasuredEntry& entry, const std::string& made_by);

/// The place of an entry's page, relative to the board's page: "entries/NAME.html".
std::string page_of(const MeasuredEntry& entry);

/// Why an entry has no rank, in words; "" for one that is ranked.
std::string why_unranked(const Board& board, const MeasuredEntry& entry);

}  // namespace novphy
