#include "evaluator/board/board.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "base/names.h"
#include "base/parallel.h"
#include "evaluator/board/measures.h"
#include "evaluator/training_runs.h"

namespace novphy {
namespace {

using NoveltyLevels = std::map<std::string, std::string>;

constexpr std::string_view kInvented = "invented";

/// The level of the novelty hierarchy, or kInvented.
std::string level_of(const std::string& novelty, const NoveltyLevels& levels) {
  if (std::find(kNovelties.begin(), kNovelties.end(), novelty) != kNovelties.end()) return novelty;
  const auto found = levels.find(novelty);
  return found == levels.end() ? std::string(kInvented) : found->second;
}

/// The cells by the names that a function gives them.
template <class List>
std::vector<Group> grouped(const std::vector<CellRows>& cells, const List& order,
                           const std::function<std::string(const CellRows&)>& name) {
  std::map<std::string, std::vector<std::size_t>> found;
  for (std::size_t i = 0; i < cells.size(); ++i) found[name(cells[i])].push_back(i);
  std::vector<Group> groups;
  for (auto& [each, members] : found) groups.push_back({each, std::move(members)});
  std::sort(groups.begin(), groups.end(),
            [&](const Group& a, const Group& b) { return comes_before(order, a.name, b.name); });
  return groups;
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
      {"novelty", "By novelty",
       grouped(cells, kNovelties, [](const CellRows& cell) { return cell.novelty; })},
      {"scenario", "By scenario",
       grouped(cells, kScenarios, [](const CellRows& cell) { return cell.scenario; })},
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

}  // namespace novphy
