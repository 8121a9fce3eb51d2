#include "evaluator/compare.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "evaluator/baseline.h"
#include "evaluator/measures/rank_tests.h"
#include "evaluator/measures/runs.h"
#include "evaluator/measures/series.h"
#include "evaluator/some_of.h"
#include "evaluator/training_runs.h"

namespace novphy {

struct NamedTable {
  const std::string& agent;
  const TrialTable& trials;
};

/// Sets each cell's p_holm by Holm's correction over the cells.
void correct(std::vector<CellDifference>& cells);

namespace {

/// A training of an agent, or a person.
struct Player {
  const AgentLog* log = nullptr;  ///< null where only one agent is looked at
  int run = 0;
  int source = 0;                                  ///< the first file
  std::map<std::uint64_t, std::uint64_t> plays{};  ///< of each trial whose plays are known, by its name
};

void add_players(const TrialLogs& logs, const AgentLog* log, std::vector<Player>& players) {
  const bool people = logs.of_people();  // each file is a person's
  TrialNames names(logs);
  std::map<std::pair<int, int>, Player> found;
  for (const auto& [key, trial] : logs.trials()) {
    const TrialName name = names.of(key);
    Player& player =
        found.try_emplace({key.run, people ? key.source : 0}, Player{log, key.run, key.source, {}})
            .first->second;
    if (trial.plays == 0) continue;
    Hash hash;
    hash.add(fnv1a(name.plan)).add(fnv1a(name.novelty)).add(fnv1a(name.scenario)).add(name.trial);
    player.plays[hash.add(people ? 0 : name.time).add(int{key.control}).value()] = trial.plays;
  }
  for (const auto& [name, player] : found)
    if (!player.plays.empty()) players.push_back(player);
}

/// Whether all trials that both have hold the same plays, and these are half of the trials of either: a copy
/// may lack some.
bool same_plays(const Player& a, const Player& b) {
  std::size_t shared = 0;
  for (const auto& [trial, plays] : a.plays) {
    const auto found = b.plays.find(trial);
    if (found == b.plays.end()) continue;
    if (found->second != plays) return false;
    ++shared;
  }
  return shared > 0 && 2 * shared >= std::min(a.plays.size(), b.plays.size());
}

/// Sets of players that hold the same plays, each with at least two.
std::vector<std::vector<Player>> equal_sets(const std::vector<Player>& players) {
  std::vector<std::vector<Player>> sets;
  for (const Player& player : players) {
    const auto holds = [&](const std::vector<Player>& set) {
      return std::any_of(set.begin(), set.end(),
                         [&](const Player& each) { return same_plays(each, player); });
    };
    const auto found = std::find_if(sets.begin(), sets.end(), holds);
    if (found == sets.end())
      sets.push_back({player});
    else
      found->push_back(player);
  }
  std::erase_if(sets, [](const std::vector<Player>& set) { return set.size() < 2; });
  return sets;
}

/// "run seed 3 (a.jsonl)", or the file alone where it names no run.
std::string text_of(const Player& player) {
  const std::string& run = player.log->trials.run_name(player.run);
  const auto file = static_cast<std::size_t>(player.source) - 1;  // a file's number starts at 1
  const std::string path = file < player.log->files.size() ? player.log->files[file].path : "a file";
  return run.empty() ? path : fmt::format("run {} ({})", run, path);
}

void note_units(const AgentLog& log, std::vector<std::string>& warnings) {
  std::vector<Player> players;
  add_players(log.trials, &log, players);
  for (const std::vector<Player>& set : equal_sets(players)) {
    std::vector<std::string> names;
    for (const Player& player : set) names.push_back(text_of(player));
    warnings.push_back(fmt::format(
        "agent {}: {} of the {} hold the same plays, so there are no intervals and tests over them: {}",
        log.agent, set.size(), log.trials.of_people() ? "people" : "runs", some_of(names)));
  }
}

}  // namespace

bool has_equal_units(const TrialLogs& logs) {
  std::vector<Player> players;
  add_players(logs, nullptr, players);
  return !equal_sets(players).empty();
}

void note_equal_plays(std::span<const AgentLog* const> logs, std::vector<std::string>& warnings) {
  std::vector<Player> players;
  for (const AgentLog* log : logs) {
    note_units(*log, warnings);
    add_players(log->trials, log, players);
  }
  for (const std::vector<Player>& set : equal_sets(players)) {
    std::map<std::string, std::string> agents;
    for (const Player& player : set)
      agents.try_emplace(player.log->agent, player.log->agent + ", " + text_of(player));
    if (agents.size() < 2) continue;
    std::vector<std::string> names;
    for (const auto& [agent, text] : agents) names.push_back(text);
    warnings.push_back(
        fmt::format("{} agents hold the same plays, so they differ at most in what they say of novelty: {}",
                    names.size(), fmt::join(names, "; ")));
  }
}

namespace {

using TrialsByName = std::map<TrialName, const TrialRow*>;

/// One row for each trial of the plan that any training completed.
TrialsByName trials_of(const TrialTable& table) {
  TrialsByName trials;
  for (const TrialRow& row : table.rows) trials.try_emplace(row.name, &row);
  return trials;
}

bool is_among(const TrialsByName& trials, const TrialRow& row) {
  const auto found = trials.find(row.name);
  return found != trials.end() && same_tasks(*found->second, row);
}

/// The means of trainings over those trials that are among others. Cells without such a trial have no rows.
TrialTable means_among(const TrialTable& table, const TrialsByName& others) {
  TrialTable kept = table;
  for (CellRows& cell : kept.cells)
    std::erase_if(cell.rows, [&](std::size_t row) { return !is_among(others, table.rows[row]); });
  return run_means(kept);
}

/// A cell of both agents, with its indices in their tables.
struct SharedCell {
  std::size_t a = 0;
  std::size_t b = 0;
  int trials = 0;  ///< of the plan
  int novel_tasks = 0;
};

/// Both agents' means over the trials that both completed.
struct Sides {
  TrialTable a;
  TrialTable b;
  std::vector<SharedCell> cells;
};

void add_cell(Sides& sides, std::size_t a, const std::vector<const TrialRow*>& trials) {
  const auto b = std::find_if(sides.b.cells.begin(), sides.b.cells.end(), [&](const CellRows& cell) {
    return cell.novelty == sides.a.cells[a].novelty && cell.scenario == sides.a.cells[a].scenario;
  });
  SharedCell cell{a, static_cast<std::size_t>(b - sides.b.cells.begin()), static_cast<int>(trials.size())};
  for (const TrialRow* row : trials) cell.novel_tasks = std::max(cell.novel_tasks, row->novel_tasks);
  sides.cells.push_back(cell);
}

Sides sides_of(const TrialTable& a, const TrialTable& b, Comparison& counts) {
  const TrialsByName of_a = trials_of(a);
  const TrialsByName of_b = trials_of(b);
  Sides sides{means_among(a, of_b), means_among(b, of_a), {}};
  std::map<std::size_t, std::vector<const TrialRow*>> shared;
  for (const auto& [name, row] : of_a)
    if (is_among(of_b, *row)) shared[row->cell].push_back(row);
  for (const auto& [cell, trials] : shared) {
    add_cell(sides, cell, trials);
    counts.trials += static_cast<int>(trials.size());
  }
  counts.only_one = static_cast<int>(of_a.size() + of_b.size()) - 2 * counts.trials;
  return sides;
}

/// The part of the interval that a difference can reach.
std::optional<Interval> possible(const std::optional<Interval>& interval, MeasureRange range, int longest) {
  if (!interval || range == MeasureRange::kNumber) return interval;
  const double reach = range == MeasureRange::kDelay ? longest : 1;
  return Interval{std::max(-reach, interval->low), std::min(reach, interval->high)};
}

/// The values of the trainings of both agents over cells in which both have the measure.
struct Runs {
  std::vector<double> a;
  std::vector<double> b;
  bool are_there() const { return !a.empty() && !b.empty(); }
};

Runs runs_in(const Sides& sides, std::span<const SharedCell> cells, std::size_t measure) {
  std::vector<std::size_t> of_a;
  std::vector<std::size_t> of_b;
  for (const SharedCell& cell : cells) {
    of_a.push_back(cell.a);
    of_b.push_back(cell.b);
  }
  return {runs_over_cells(sides.a, of_a, measure), runs_over_cells(sides.b, of_b, measure)};
}

CellDifference difference_in(const Sides& sides, const SharedCell& cell, const RunDifference& found) {
  const CellRows& names = sides.a.cells[cell.a];
  return {names.novelty, names.scenario, cell.trials, found.mean, found.p.value_or(1), 1};
}

Difference difference_in(const Sides& sides, std::size_t measure, const Conventions& conventions) {
  Difference result;
  result.measure = measure;
  std::vector<SharedCell> defined;
  int longest = 0;
  for (const SharedCell& cell : sides.cells) {
    const Runs runs = runs_in(sides, std::span(&cell, 1), measure);
    if (!runs.are_there()) continue;
    defined.push_back(cell);
    longest = std::max(longest, cell.novel_tasks);
    result.trials += cell.trials;
    result.cells.push_back(difference_in(sides, cell, run_difference(runs.a, runs.b)));
  }
  if (defined.empty()) return result;
  correct(result.cells);
  const Runs runs = runs_in(sides, defined, measure);
  const RunDifference found = run_difference(runs.a, runs.b, conventions.confidence);
  result.mean = found.mean;
  result.p = result.p_holm = found.p;
  if (conventions.resamples > 0)
    result.interval = possible(found.interval, range_of(measures()[measure], conventions), longest);
  return result;
}

/// The number of trainings that have a row.
int runs_of(const TrialTable& means) {
  std::vector<bool> there(means.runs.size());
  for (const TrialRow& row : means.rows) there[row.run] = true;
  return static_cast<int>(std::count(there.begin(), there.end(), true));
}

}  // namespace

std::string with_runs(const std::string& agent, int runs) {
  return runs == 0 ? agent : fmt::format("{} ({} {})", agent, runs, runs == 1 ? "run" : "runs");
}

namespace {

/// compare() for two agents of which at least one has several trainings. An agent with one training, or with
/// none that is named, counts as known exactly.
std::optional<Comparison> compare_runs(const NamedTable& a, const NamedTable& b,
                                       std::span<const std::string_view> keys,
                                       const Conventions& conventions) {
  Comparison comparison{a.agent, b.agent, 0, 0, {}};
  const Sides sides = sides_of(a.trials, b.trials, comparison);
  if (sides.cells.empty()) return std::nullopt;
  comparison.runs_a = runs_of(sides.a);
  comparison.runs_b = runs_of(sides.b);
  for (const std::string_view key : keys)
    comparison.differences.push_back(difference_in(sides, index_of(key), conventions));
  return comparison;
}

struct Pair {
  const TrialRow* a = nullptr;
  const TrialRow* b = nullptr;
};

using Cells = std::map<std::size_t, std::vector<Pair>>;  ///< key: index of the cell in the first table

Cells paired(const TrialTable& a, const TrialTable& b, Comparison& counts) {
  std::map<TrialName, const TrialRow*> of_b;
  for (const TrialRow& row : b.rows) of_b[row.name] = &row;
  Cells cells;
  for (const TrialRow& row : a.rows) {
    const auto found = of_b.find(row.name);
    if (found == of_b.end() || !same_tasks(*found->second, row)) continue;
    cells[row.cell].push_back({&row, found->second});
    ++counts.trials;
  }
  counts.only_one = static_cast<int>(a.rows.size() + b.rows.size()) - 2 * counts.trials;
  return cells;
}

/// The differences of one measure: for each cell, a list with a number for each pair. An undefined difference
/// is NaN.
using Strata = std::vector<std::vector<double>>;

Strata strata_of(const Cells& cells, std::size_t measure, bool less_b = true) {
  Strata strata;
  for (const auto& [cell, pairs] : cells) {
    std::vector<double>& differences = strata.emplace_back();
    for (const Pair& pair : pairs)
      differences.push_back(pair.a->values[measure] - (less_b ? pair.b->values[measure] : 0));
  }
  return strata;
}

std::vector<double> defined(const std::vector<double>& differences) {
  std::vector<double> found;
  std::copy_if(differences.begin(), differences.end(), std::back_inserter(found),
               [](double difference) { return !std::isnan(difference); });
  return found;
}

/// How far two values of a measure can lie apart: delays of at most n + 1 by n.
std::optional<double> reach_of(const Cells& cells, MeasureRange range) {
  if (range == MeasureRange::kNumber) return std::nullopt;
  if (range != MeasureRange::kDelay) return 1;
  int longest = 0;
  for (const auto& [cell, pairs] : cells)
    for (const Pair& pair : pairs) longest = std::max(longest, pair.a->novel_tasks);
  return longest;
}

Difference difference_in(std::size_t measure, const Strata& all, const Cells& cells, const TrialTable& table,
                         const Conventions& conventions) {
  Difference result;
  result.measure = measure;
  Strata strata;
  Mean over_cells;
  std::vector<double> means;
  const auto reach = reach_of(cells, range_of(measures()[measure], conventions));
  auto differences = all.begin();
  for (const auto& [cell, pairs] : cells) {
    std::vector<double> found = defined(*differences++);
    if (found.empty()) continue;
    const double mean_of_cell = *mean(found);
    over_cells.add(mean_of_cell);
    means.push_back(mean_of_cell);
    result.trials += static_cast<int>(found.size());
    result.cells.push_back({table.cells[cell].novelty, table.cells[cell].scenario,
                            static_cast<int>(found.size()), mean_of_cell,
                            difference_test({&found, 1}, reach).p.value_or(1), 1});
    strata.push_back(std::move(found));
  }
  if (strata.empty()) return result;
  correct(result.cells);
  result.mean = over_cells.value();
  const DifferenceTest test = difference_test(strata, reach, conventions.confidence);
  if (conventions.resamples > 0) result.interval = test.interval;
  result.p = result.p_holm = test.p;
  result.alike = test.alike;
  if (const auto ranks = signed_rank(means)) result.p_cells = ranks->p_exact.value_or(ranks->p_normal);
  return result;
}

/// The comparison, without intervals and tests unless these are allowed.
std::optional<Comparison> tested(std::optional<Comparison> comparison, bool allowed) {
  if (!comparison || allowed) return comparison;
  for (Difference& difference : comparison->differences) {
    difference.interval.reset();
    difference.p = difference.p_holm = std::nullopt;
    for (CellDifference& cell : difference.cells) cell.p = cell.p_holm = 1;
  }
  return comparison;
}

}  // namespace

void correct(std::vector<CellDifference>& cells) {
  std::vector<double> p;
  for (const CellDifference& cell : cells) p.push_back(cell.p);
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i].p_holm = corrected[i];
}

std::optional<Comparison> compare(const std::string& a, const TrialTable& table_a, const std::string& b,
                                  const TrialTable& table_b, std::span<const std::string_view> keys,
                                  const Conventions& conventions) {
  if (has_runs(table_a) || has_runs(table_b))
    return tested(compare_runs({a, table_a}, {b, table_b}, keys, conventions),
                  !table_a.equal_units && !table_b.equal_units);
  Comparison comparison{a, b, 0, 0, {}};
  const Cells cells = paired(table_a, table_b, comparison);
  if (cells.empty()) return std::nullopt;
  for (const std::string_view key : keys) {
    const std::size_t measure = index_of(key);
    comparison.differences.push_back(
        difference_in(measure, strata_of(cells, measure), cells, table_a, conventions));
  }
  return comparison;
}

std::optional<double> deviation_of_pairs(const TrialTable& a, const TrialTable* b, std::size_t measure) {
  Comparison counts;
  double squares = 0;
  double freedom = 0;
  for (const auto& all : strata_of(paired(a, b ? *b : a, counts), measure, b != nullptr)) {
    const std::vector<double> values = defined(all);
    if (values.size() < 2) continue;
    const double middle = *mean(values);
    for (const double value : values) squares += (value - middle) * (value - middle);
    freedom += static_cast<double>(values.size() - 1);
  }
  if (freedom <= 0) return std::nullopt;
  return std::sqrt((b ? 1 : 2) * squares / freedom);
}

void correct_for_all(std::vector<Comparison>& comparisons) {
  std::vector<std::optional<double>> p;
  for (const Comparison& comparison : comparisons)
    for (const Difference& difference : comparison.differences) p.push_back(difference.p);
  const auto corrected = holm(std::span<const std::optional<double>>(p));
  auto next = corrected.begin();
  for (Comparison& comparison : comparisons)
    for (Difference& difference : comparison.differences) difference.p_holm = *next++;
}

namespace {

/// The values of a measure in the detected trials, in the missed trials, and in both together.
struct Split {
  std::vector<double> detected;
  std::vector<double> missed;
  std::vector<double> all;
};

bool counts(const TrialRow& row) {
  return !row.informed && row.has_results && row.detection != Detection::kWrong;
}

Split split(const TrialTable& table, const CellRows& cell, std::size_t measure) {
  Split values;
  for (const std::size_t index : cell.rows) {
    const TrialRow& row = table.rows[index];
    if (!counts(row)) continue;
    const double value = row.values[measure];
    (row.detection == Detection::kCorrect ? values.detected : values.missed).push_back(value);
    values.all.push_back(value);
  }
  return values;
}

/// One trial against one has p = 1 whatever it shows.
std::optional<MannWhitney> test_of(std::span<const double> a, std::span<const double> b) {
  return a.size() + b.size() > 2 ? mann_whitney(a, b) : std::nullopt;
}

}  // namespace

std::vector<Noticing> noticing(const TrialTable& table) {
  if (has_runs(table)) return {};
  std::vector<Noticing> cells;
  for (const CellRows& rows : table.cells) {
    const Split ap = split(table, rows, index_of("ap"));
    const Split aus = split(table, rows, index_of("aus"));
    const Split delay = split(table, rows, index_of("restricted_dd"));
    if (ap.all.empty()) continue;
    cells.push_back({.novelty = rows.novelty,
                     .scenario = rows.scenario,
                     .detected = static_cast<int>(ap.detected.size()),
                     .missed = static_cast<int>(ap.missed.size()),
                     .ap_by_detection = test_of(ap.detected, ap.missed),
                     .aus_by_detection = test_of(aus.detected, aus.missed),
                     .delay_ap = spearman(delay.all, ap.all),
                     .delay_aus = spearman(delay.all, aus.all)});
  }
  return cells;
}

}  // namespace novphy
