#include "evaluator/board/board.h"

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "base/names.h"
#include "base/parallel.h"
#include "evaluator/compare.h"
#include "evaluator/training_runs.h"

namespace novphy {
namespace {

/// What the interval of a difference says of the first of two entries.
Told told_by(const std::optional<Interval>& interval, Better better) {
  if (!interval || (interval->low <= 0 && interval->high >= 0)) return Told::kNotApart;
  return (interval->low > 0) == (better == Better::kHigher) ? Told::kBetter : Told::kWorse;
}

Told told_of(const TrialTable& a, const TrialTable& b, std::size_t measure, const Conventions& conventions) {
  const std::array<std::string_view, 1> keys{measures()[measure].key};
  const auto comparison = compare("", a, "", b, keys, conventions);
  if (!comparison) return Told::kNotApart;
  return told_by(comparison->differences.front().interval, measures()[measure].better);
}

Told opposite(Told told) {
  if (told == Told::kNotApart) return told;
  return told == Told::kBetter ? Told::kWorse : Told::kBetter;
}

}  // namespace

EntryRank rank_among(const ToldApart& told, std::size_t entry, const std::vector<std::size_t>& others) {
  EntryRank rank{.rank = 1, .last = static_cast<int>(others.size()), .of = static_cast<int>(others.size())};
  for (const std::size_t other : others) {
    if (other == entry) continue;
    if (told[entry][other] == Told::kWorse) ++rank.rank;
    if (told[entry][other] == Told::kBetter) --rank.last;
    if (told[entry][other] == Told::kNotApart) rank.tied.push_back(other);
  }
  return rank;
}

double confidence_of_each(double confidence, std::size_t pairs) {
  return pairs == 0 ? confidence : 1 - (1 - confidence) / static_cast<double>(pairs);
}

ToldApart tell_apart(const std::vector<const TrialTable*>& entries, std::size_t measure,
                     const Conventions& conventions) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < entries.size(); ++a)
    for (std::size_t b = a + 1; b < entries.size(); ++b) pairs.emplace_back(a, b);
  Conventions each = conventions;
  each.confidence = confidence_of_each(conventions.confidence, pairs.size());
  each.resamples = 1;  // asks for intervals; those of differences draw nothing
  std::vector<Told> found(pairs.size(), Told::kNotApart);
  parallel_for(pairs.size(), conventions.threads, [&](std::size_t i) {
    found[i] = told_of(*entries[pairs[i].first], *entries[pairs[i].second], measure, each);
  });
  ToldApart told(entries.size(), std::vector<Told>(entries.size(), Told::kNotApart));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    told[a][b] = found[i];
    told[b][a] = opposite(found[i]);
  }
  return told;
}

namespace {

using NoveltyLevels = std::map<std::string, std::string>;

constexpr std::string_view kInvented = "invented";

/// The level of the novelty hierarchy, or kInvented.
std::string level_of(const std::string& novelty, const NoveltyLevels& levels) {
  if (std::find(kNovelties.begin(), kNovelties.end(), novelty) != kNovelties.end()) return novelty;
  const auto found = levels.find(novelty);
  return found == levels.end() ? std::string(kInvented) : found->second;
}

Standing standing_of(const BoardEntry& entry) {
  if (!entry.log) return Standing::kPrinted;
  if (entry.replay.different > 0) return Standing::kDifferent;
  return entry.card.reference ? Standing::kReference : Standing::kRanked;
}

/// The means of an entry over the groups of all tables, with their intervals.
void add_tables(MeasuredEntry& entry, const std::vector<BoardTable>& tables) {
  std::vector<Group> groups;
  for (const BoardTable& table : tables) {
    std::vector<MeanRow>& rows = entry.tables.emplace_back();
    for (const Group& group : table.groups) {
      rows.push_back(mean_row(group, entry.measures.cells));
      groups.push_back(group);
    }
  }
  std::vector<MeanRow*> rows;
  for (std::vector<MeanRow>& table : entry.tables)
    for (MeanRow& row : table) rows.push_back(&row);
  Group all{"all", {}};
  for (std::size_t i = 0; i < entry.trials.cells.size(); ++i) all.cells.push_back(i);
  if (entry.trials.equal_units) return;
  groups.push_back(std::move(all));
  rows.push_back(&entry.measures.overall);
  add_intervals(entry.measures, has_runs(entry.trials) ? run_means(entry.trials) : entry.trials, groups,
                rows);
}

void measure_entry(MeasuredEntry& entry, const BoardInput& input) {
  Conventions conventions = input.conventions;
  conventions.resamples = 0;  // the intervals of a board's measures draw nothing
  entry.trials = tabulate(entry.entry.log->trials, conventions, nullptr);
  entry.measures = measure(entry.entry.log->trials, entry.trials, conventions, false);
  add_tables(entry, board_tables(entry.trials.cells, input.levels));
}

/// Ranked entries come first, the best before all others.
void sort_entries(std::vector<MeasuredEntry>& entries, const std::string& by) {
  const bool falls = measures()[index_of(by)].better == Better::kHigher;
  const auto key = [&](const MeasuredEntry& entry) {
    const auto value = value_of(entry, by);
    const bool ranked = entry.standing == Standing::kRanked;
    const double place = ranked && value ? (falls ? -*value : *value) : 0;
    return std::tuple(entry.standing, !(ranked && value), place, entry.entry.card.name, entry.entry.folder);
  };
  std::sort(entries.begin(), entries.end(),
            [&](const MeasuredEntry& a, const MeasuredEntry& b) { return key(a) < key(b); });
}

/// Ranks the entries that stand first and have the measure.
void rank_entries(Board& board, const Conventions& conventions) {
  std::vector<const TrialTable*> tables;
  for (const MeasuredEntry& entry : board.entries)
    if (entry.standing == Standing::kRanked && value_of(entry, board.by)) tables.push_back(&entry.trials);
  const ToldApart told = tell_apart(tables, index_of(board.by), conventions);
  board.confidence_of_each_pair = confidence_of_each(
      conventions.confidence, tables.size() * (std::max<std::size_t>(tables.size(), 1) - 1) / 2);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    std::vector<std::size_t> all;
    std::vector<std::size_t> in_track;
    for (std::size_t other = 0; other < tables.size(); ++other) {
      all.push_back(other);
      if (board.entries[other].entry.card.track == board.entries[i].entry.card.track)
        in_track.push_back(other);
    }
    board.entries[i].rank = rank_among(told, i, all);
    board.entries[i].rank_in_track = rank_among(told, i, in_track);
  }
}

}  // namespace

std::string_view name_of(Standing standing) {
  constexpr std::array<std::string_view, 4> kNames{"ranked", "reference", "printed", "different"};
  return kNames[static_cast<std::size_t>(standing)];
}

std::optional<double> value_of(const MeasuredEntry& entry, std::string_view measure) {
  if (entry.is_measured()) return entry.measures.overall.mean(measure).mean;
  if (entry.standing != Standing::kPrinted || !entry.entry.card.printed) return std::nullopt;
  const PrintedMeans& all = entry.entry.card.printed->all;
  const auto found = all.find(std::string(measure));
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

std::vector<BoardTable> board_tables(const std::vector<CellRows>& cells, const NoveltyLevels& levels) {
  const auto is_invented = [&](const CellRows& cell) { return level_of(cell.novelty, levels) == kInvented; };
  std::vector<BoardTable> tables{
      {"novelty", "By novelty", grouped(cells, kNovelties, &CellRows::novelty)},
      {"scenario", "By scenario", grouped(cells, kScenarios, &CellRows::scenario)},
      {"level", "By level of the novelty hierarchy",
       grouped(cells, kNovelties, [&](const CellRows& cell) { return level_of(cell.novelty, levels); })}};
  if (std::any_of(cells.begin(), cells.end(), is_invented))
    tables.push_back(
        {"known", "Known and invented novelties",
         grouped(cells, std::array<std::string_view, 2>{"known", kInvented}, [&](const CellRows& cell) {
           return is_invented(cell) ? std::string(kInvented) : "known";
         })});
  return tables;
}

Board make_board(BoardInput input) {
  Board board{.plan = input.plan,
              .by = input.by,
              .confidence = input.conventions.confidence,
              .confidence_of_each_pair = input.conventions.confidence,
              .tables = {},
              .entries = {}};
  for (BoardEntry& entry : input.entries) {
    const Standing standing = standing_of(entry);
    board.entries.push_back({.entry = std::move(entry), .standing = standing});
  }
  parallel_for(board.entries.size(), input.conventions.threads, [&](std::size_t i) {
    if (board.entries[i].is_measured()) measure_entry(board.entries[i], input);
  });
  for (const MeasuredEntry& entry : board.entries)
    if (entry.is_measured() && board.tables.empty())
      board.tables = board_tables(entry.trials.cells, input.levels);
  sort_entries(board.entries, board.by);
  rank_entries(board, input.conventions);
  return board;
}

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
