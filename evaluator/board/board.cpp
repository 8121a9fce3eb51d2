#include "evaluator/board/board.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "base/lists.h"
#include "base/names.h"
#include "base/parallel.h"
#include "base/text.h"
#include "evaluator/compare.h"
#include "evaluator/measures/series.h"
#include "evaluator/record_io.h"
#include "evaluator/training_runs.h"

namespace novphy {
namespace {

/// What the interval of the difference says of the first of two entries.
Told told_of(const TrialTable& a, const TrialTable& b, std::size_t measure, const Conventions& conventions) {
  const std::array<std::string_view, 1> keys{measures()[measure].key};
  const auto comparison = compare({.trials = a}, {.trials = b}, keys, conventions);
  if (!comparison) return Told::kNotApart;
  const std::optional<Interval>& interval = comparison->differences.front().interval;
  if (!interval || (interval->low <= 0 && interval->high >= 0)) return Told::kNotApart;
  const bool higher = measures()[measure].better == Better::kHigher;
  return (interval->low > 0) == higher ? Told::kBetter : Told::kWorse;
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
  if (contains(kNovelties, novelty)) return novelty;
  const auto found = levels.find(novelty);
  return found == levels.end() ? std::string(kInvented) : found->second;
}

constexpr std::string_view kOracle = "oracle";  // it is told each task

const Fingerprint& fingerprint_of(const BoardEntry& entry) { return *entry.log->files.front().fingerprint; }

Standing standing_of(const BoardEntry& entry) {
  if (!entry.log) return Standing::kPrinted;
  if (entry.replay.different > 0) return Standing::kDifferent;
  const bool is_told_tasks = std::ranges::any_of(
      entry.log->files, [](const LogFile& file) { return file.fingerprint->agent == kOracle; });
  return entry.card.reference || is_told_tasks || entry.is_of_people() ? Standing::kReference
                                                                       : Standing::kRanked;
}

/// MeasuredEntry::ranked_among.
std::string group_of(const BoardEntry& entry, const BoardInput& input) {
  const Fingerprint& print = fingerprint_of(entry);
  std::vector<std::string> told;
  if (print.informed) told.emplace_back("told of the novelty");
  if (rests_on_alarms(input.by) && print.detector.empty() && !contains(input.ran, entry.folder))
    told.emplace_back("with alarms of their own");
  return fmt::format("{}", fmt::join(told, ", "));
}

/// Of entries that hold the same plays, the first by its folder's name is the entry, and the others are
/// copies.
void mark_copies(std::vector<MeasuredEntry>& entries) {
  std::vector<MeasuredEntry*> order;
  for (MeasuredEntry& entry : entries)
    if (entry.standing == Standing::kRanked) order.push_back(&entry);
  std::ranges::sort(order, {}, [](const MeasuredEntry* entry) { return entry->entry.folder; });
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = 0; j < i && order[i]->copy_of.empty(); ++j)
      if (order[j]->copy_of.empty() && is_copy(order[i]->entry.log->trials, order[j]->entry.log->trials)) {
        order[i]->copy_of = order[j]->entry.folder;
        order[i]->standing = Standing::kCopy;
      }
}

/// The means of an entry over the groups of all tables, with their intervals.
void add_tables(MeasuredEntry& entry, const std::vector<BoardTable>& tables) {
  std::vector<Group> groups;
  std::vector<MeanRow*> rows;
  for (const BoardTable& table : tables) {
    entry.tables.push_back(
        mapped(table.groups, [&](const Group& group) { return mean_row(group, entry.measures.cells); }));
    add_all(groups, table.groups);
    for (MeanRow& row : entry.tables.back()) rows.push_back(&row);
  }
  if (entry.trials.equal_units) return;
  groups.push_back({"all", indices(entry.trials.cells.size())});
  rows.push_back(&entry.measures.overall);
  add_intervals(entry.measures, has_runs(entry.trials) ? run_means(entry.trials) : entry.trials, groups,
                rows);
}

/// Puts cells that people did not play beside their own, so that tables show in how many they have a value.
void add_unplayed(TrialTable& people, const std::vector<CellRows>& cells) {
  const std::vector<CellRows> own = std::exchange(people.cells, cells);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const CellRows* played = find_in(own, [&](const CellRows& cell) {
      return cell.novelty == cells[i].novelty && cell.scenario == cells[i].scenario;
    });
    people.cells[i] = played ? *played
                             : CellRows{.novelty = cells[i].novelty,
                                        .scenario = cells[i].scenario,
                                        .undefined = std::vector<int>(measures().size())};
    for (const std::size_t row : people.cells[i].rows) people.rows[row].cell = i;
  }
}

/// `cells` are those of the plan, for people.
void measure_entry(MeasuredEntry& entry, const BoardInput& input, const std::vector<CellRows>* cells) {
  Conventions conventions = input.conventions;
  if (!entry.entry.is_of_people()) conventions.resamples = 0;  // the intervals of others draw nothing
  entry.trials = tabulate(entry.entry.log->trials, conventions, nullptr);
  if (cells) add_unplayed(entry.trials, *cells);
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
    return std::tuple(entry.standing, !(ranked && value), entry.ranked_among, place, entry.entry.card.name,
                      entry.entry.folder);
  };
  std::ranges::sort(entries, [&](const MeasuredEntry& a, const MeasuredEntry& b) { return key(a) < key(b); });
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
    std::vector<std::size_t> all = indices(tables.size());
    std::erase_if(all, [&](std::size_t other) {
      return board.entries[other].ranked_among != board.entries[i].ranked_among;
    });
    std::vector<std::size_t> in_track = all;
    std::erase_if(in_track, [&](std::size_t other) {
      return board.entries[other].entry.card.track != board.entries[i].entry.card.track;
    });
    board.entries[i].rank = rank_among(told, i, all);
    board.entries[i].rank_in_track = rank_among(told, i, in_track);
  }
}

}  // namespace

bool rests_on_alarms(std::string_view measure) {
  return measures()[index_of(measure)].needs == Needs::kDetection;
}

std::string_view name_of(Standing standing) {
  constexpr std::array<std::string_view, 5> kNames{"ranked", "reference", "copy", "printed", "different"};
  return kNames[static_cast<std::size_t>(standing)];
}

int told_trials(const MeasuredEntry& entry) {
  return static_cast<int>(std::ranges::count_if(entry.trials.rows, &TrialRow::informed));
}

PeopleOfCell people_in(const CellRows& cell, const TrialTable& trials) {
  PeopleOfCell found;
  for (const std::size_t row : cell.rows) {
    found.all.insert(trials.rows[row].unit);
    if (contains(trials.rows[row].passes, 1.0)) found.passed.insert(trials.rows[row].unit);
  }
  return found;
}

const MeasuredEntry* people_of(const Board& board) {
  return find_in(board.entries, [](const MeasuredEntry& entry) {
    return entry.is_measured() && entry.entry.is_of_people();
  });
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
  if (std::ranges::any_of(cells, is_invented))
    tables.push_back(
        {"known", "Known and invented novelties",
         grouped(cells, std::array<std::string_view, 2>{"known", kInvented}, [&](const CellRows& cell) {
           return is_invented(cell) ? std::string(kInvented) : "known";
         })});
  return tables;
}

namespace {

/// Printed figures are of the papers' novelties. Beside invented ones they would compare different things.
void leave_out_people(Board& board) {
  if (!find_in(board.tables, [](const BoardTable& table) { return table.id == "known"; })) return;
  std::erase_if(board.entries,
                [](const MeasuredEntry& entry) { return entry.standing == Standing::kPrinted; });
}

}  // namespace

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
  mark_copies(board.entries);
  for (MeasuredEntry& entry : board.entries)
    if (entry.standing == Standing::kRanked) entry.ranked_among = group_of(entry.entry, input);
  std::vector<MeasuredEntry*> measured;
  MeasuredEntry* people = nullptr;
  for (MeasuredEntry& entry : board.entries) {
    if (!entry.is_measured()) continue;
    (entry.entry.is_of_people() ? people : measured.emplace_back()) = &entry;
  }
  const auto of_each = [&](const auto& act) {
    parallel_for(measured.size(), input.conventions.threads, [&](std::size_t i) { act(*measured[i]); });
  };
  of_each([&](MeasuredEntry& entry) { measure_entry(entry, input, nullptr); });
  if (people) measure_entry(*people, input, measured.empty() ? nullptr : &measured.front()->trials.cells);
  if (people)
    of_each([&](MeasuredEntry& entry) {
      entry.against_people = efficiency(people->entry.card.name, people->trials, entry.entry.card.name,
                                        entry.trials, input.conventions);
    });
  if (!measured.empty() || people)
    board.tables = board_tables((measured.empty() ? people : measured.front())->trials.cells, input.levels);
  leave_out_people(board);
  sort_entries(board.entries, board.by);
  rank_entries(board, input.conventions);
  return board;
}

namespace {

using BoardJson = nlohmann::ordered_json;

BoardJson number_json(const std::optional<double>& number) {
  return number ? BoardJson(*number) : BoardJson(nullptr);
}

BoardJson interval_json(const std::optional<Interval>& interval) {
  return interval ? BoardJson{interval->low, interval->high} : BoardJson(nullptr);
}

BoardJson means_json(const MeanRow& row) {
  BoardJson out = BoardJson::object();
  for (const std::string_view key : kBoardMeasures) {
    const CellMean& mean = row.mean(key);
    out[std::string(key)] = {{"mean", number_json(mean.mean)}, {"interval", interval_json(mean.interval)}};
  }
  return out;
}

BoardJson rank_json(const std::optional<EntryRank>& rank, const Board& board) {
  if (!rank) return nullptr;
  const auto tied = mapped(rank->tied, [&](std::size_t i) { return board.entries[i].entry.folder; });
  return {{"rank", rank->rank}, {"last", rank->last}, {"of", rank->of}, {"tied_with", tied}};
}

BoardJson replay_json(const ReplayVerdict& replay) {
  return {{"played", replay.played},
          {"unplayed", replay.unplayed},
          {"different", replay.different},
          {"first_differences", replay.first}};
}

BoardJson spent_json(const EntrySpending& spent) {
  const auto& [tasks, cost_usd, wall_s] = spent;
  return {{"tasks", tasks},
          {"cost_usd", number_json(cost_usd.value() ? std::optional(cost_usd.sum()) : std::nullopt)},
          {"tasks_with_cost", cost_usd.count()},
          {"task_s", number_json(wall_s.value())},
          {"tasks_with_time", wall_s.count()}};
}

BoardJson people_json(const MeasuredEntry& people) {
  BoardJson cells = BoardJson::array();
  for (const CellRows& cell : people.trials.cells) {
    const PeopleOfCell found = people_in(cell, people.trials);
    cells.push_back({{"novelty", cell.novelty},
                     {"scenario", cell.scenario},
                     {"people", found.all.size()},
                     {"passed", found.passed.size()},
                     {"trials", cell.rows.size()}});
  }
  return {{"people", people.entry.log->files.size()},
          {"left_out", people.entry.left_out.size()},
          {"unfinished_tasks", people.entry.unfinished},
          {"cells", cells}};
}

BoardJson entry_json(const MeasuredEntry& entry, const Board& board) {
  BoardJson out{{"entry", entry.entry.folder},
                {"standing", name_of(entry.standing)},
                {"rank", rank_json(entry.rank, board)},
                {"rank_in_track", rank_json(entry.rank_in_track, board)},
                {"ranked_among", entry.ranked_among},
                {"copy_of", entry.copy_of.empty() ? BoardJson(nullptr) : BoardJson(entry.copy_of)},
                {"card", BoardJson::parse(card_text(entry.entry.card))},
                {"replay", entry.entry.log ? replay_json(entry.entry.replay) : BoardJson(nullptr)}};
  if (!entry.is_measured()) return out;
  const Fingerprint& print = fingerprint_of(entry.entry);
  out["agent"] = print.agent;
  out["detector"] = print.detector;
  out["informed"] = print.informed;
  out["labels"] = print.labels;
  out["told_trials"] = told_trials(entry);
  out["spent"] = spent_json(entry.entry.spent);
  out["runs"] = entry.trials.runs.size();
  if (entry.entry.is_of_people()) out["people"] = people_json(entry);
  if (const auto& found = entry.against_people)
    out["against_people"] = {{"score", found->score},
                             {"interval", interval_json(found->score_interval)},
                             {"cells", found->cells},
                             {"trials", found->trials},
                             {"trials_of_people", found->same_tasks}};
  out["measures"] = means_json(entry.measures.overall);
  for (std::size_t i = 0; i < board.tables.size(); ++i) {
    BoardJson& table = out["by_" + board.tables[i].id] = BoardJson::object();
    for (const MeanRow& row : entry.tables[i]) table[row.name] = means_json(row);
  }
  return out;
}

}  // namespace

std::string board_json(const Board& board) {
  const auto entries =
      mapped(board.entries, [&](const MeasuredEntry& entry) { return entry_json(entry, board); });
  const BoardJson out{{"novphy_board", 1},
                      {"plan_hash", board.plan.hash},
                      {"trials", board.plan.trials},
                      {"ranked_by", board.by},
                      {"confidence", board.confidence},
                      {"confidence_of_each_pair", board.confidence_of_each_pair},
                      {"entries", entries}};
  return out.dump(1, ' ', false, BoardJson::error_handler_t::replace) + "\n";
}

void ReplayVerdict::add(const ReplayVerdict& further) {
  played += further.played;
  unplayed += further.unplayed;
  different += further.different;
  for (const std::string& difference : further.first)
    if (first.size() < kShownDifferences) first.push_back(difference);
}

}  // namespace novphy
