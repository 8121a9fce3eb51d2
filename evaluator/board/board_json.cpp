#include <nlohmann/json.hpp>

#include "evaluator/board/board.h"
#include "evaluator/board/measures.h"

namespace novphy {
namespace {

using BoardJson = nlohmann::ordered_json;

BoardJson number_or_null(const std::optional<double>& value) {
  return value ? BoardJson(*value) : BoardJson(nullptr);
}

BoardJson pair_or_null(const std::optional<Interval>& interval) {
  return interval ? BoardJson{interval->low, interval->high} : BoardJson(nullptr);
}

BoardJson means_json(const MeanRow& row) {
  BoardJson out = BoardJson::object();
  for (const std::string_view key : kBoardMeasures)
    out[std::string(key)] = {{"mean", number_or_null(row.mean(key).mean)},
                             {"interval", pair_or_null(row.mean(key).interval)}};
  return out;
}

BoardJson rank_json(const std::optional<EntryRank>& rank, const Board& board) {
  if (!rank) return nullptr;
  BoardJson tied = BoardJson::array();
  for (const std::size_t other : rank->tied) tied.push_back(board.entries[other].entry.folder);
  return {{"rank", rank->rank}, {"last", rank->last}, {"of", rank->of}, {"tied_with", std::move(tied)}};
}

BoardJson card_json(const AgentCard& card) { return BoardJson::parse(card_text(card)); }

BoardJson replay_json(const ReplayVerdict& replay) {
  return {{"played", replay.played},
          {"unplayed", replay.unplayed},
          {"different", replay.different},
          {"first_differences", replay.first}};
}

BoardJson entry_json(const MeasuredEntry& entry, const Board& board) {
  BoardJson out{{"entry", entry.entry.folder},
                {"standing", name_of(entry.standing)},
                {"rank", rank_json(entry.rank, board)},
                {"rank_in_track", rank_json(entry.rank_in_track, board)},
                {"card", card_json(entry.entry.card)},
                {"replay", entry.entry.log ? replay_json(entry.entry.replay) : BoardJson(nullptr)}};
  if (!entry.is_measured()) return out;
  const Fingerprint& print = *entry.entry.log->files.front().fingerprint;
  out["informed"] = print.informed;
  out["labels"] = print.labels;
  out["runs"] = entry.trials.runs.size();
  out["measures"] = means_json(entry.measures.overall);
  for (std::size_t i = 0; i < board.tables.size(); ++i) {
    BoardJson& table = out["by_" + board.tables[i].id] = BoardJson::object();
    for (const MeanRow& row : entry.tables[i]) table[row.name] = means_json(row);
  }
  return out;
}

}  // namespace

std::string board_json(const Board& board) {
  BoardJson entries = BoardJson::array();
  for (const MeasuredEntry& entry : board.entries) entries.push_back(entry_json(entry, board));
  const BoardJson out{{"novphy_board", 1},
                      {"plan_hash", board.plan.hash},
                      {"trials", board.plan.trials},
                      {"ranked_by", board.by},
                      {"confidence", board.confidence},
                      {"confidence_of_each_pair", board.confidence_of_each_pair},
                      {"entries", std::move(entries)}};
  return out.dump(1, ' ', false, BoardJson::error_handler_t::replace) + "\n";
}

}  // namespace novphy
