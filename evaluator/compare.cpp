#include "evaluator/compare.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cmath>

#include "base/hash.h"
#include "base/lists.h"
#include "base/text.h"
#include "evaluator/training_runs.h"

namespace novphy {

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
      return std::ranges::any_of(set, [&](const Player& each) { return same_plays(each, player); });
    };
    const auto found = std::ranges::find_if(sets, holds);
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
  for (const std::vector<Player>& set : equal_sets(players))
    warnings.push_back(fmt::format(
        "agent {}: {} of the {} hold the same plays, so there are no intervals and tests over them: {}",
        log.agent, set.size(), log.trials.of_people() ? "people" : "runs",
        some_of(mapped(set, [](const Player& player) { return text_of(player); }))));
}

}  // namespace

bool has_equal_units(const TrialLogs& logs) {
  std::vector<Player> players;
  add_players(logs, nullptr, players);
  return !equal_sets(players).empty();
}

bool is_copy(const TrialLogs& of, const TrialLogs& other) {
  std::vector<Player> players;
  std::vector<Player> others;
  add_players(of, nullptr, players);
  add_players(other, nullptr, others);
  return !players.empty() && std::ranges::all_of(players, [&](const Player& player) {
    return std::ranges::any_of(others, [&](const Player& each) { return same_plays(player, each); });
  });
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
    warnings.push_back(
        fmt::format("{} agents hold the same plays, so they differ at most in what they say of novelty: {}",
                    agents.size(), fmt::join(map_values(agents), "; ")));
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

/// The row of the same trial, with the same tasks. Null if there is none.
const TrialRow* same_trial(const TrialsByName& trials, const TrialRow& row) {
  const auto found = trials.find(row.name);
  return found != trials.end() && same_tasks(*found->second, row) ? found->second : nullptr;
}

/// The trials of one cell that both agents completed, each trial of the plan once.
struct Pair {
  const TrialRow* a = nullptr;
  const TrialRow* b = nullptr;
};
using Pairs = std::vector<Pair>;
using Cells = std::vector<Pairs>;

Cells paired(const TrialTable& a, const TrialTable& b, Comparison& counts) {
  const TrialsByName of_a = trials_of(a);
  const TrialsByName of_b = trials_of(b);
  std::map<std::size_t, Pairs> found;
  for (const TrialRow& row : a.rows) {
    const TrialRow* other = of_a.at(row.name) == &row ? same_trial(of_b, row) : nullptr;
    if (other == nullptr) continue;
    found[row.cell].push_back({&row, other});
    ++counts.trials;
  }
  counts.only_one = static_cast<int>(of_a.size() + of_b.size()) - 2 * counts.trials;
  return map_values(std::move(found));
}

/// The means of trainings over those trials that the other agent completed, too. Cells without such a trial
/// have no rows.
TrialTable means_among(const TrialTable& table, const TrialTable& other) {
  const TrialsByName others = trials_of(other);
  TrialTable kept = table;
  for (CellRows& cell : kept.cells)
    std::erase_if(cell.rows, [&](std::size_t row) { return same_trial(others, table.rows[row]) == nullptr; });
  return run_means(kept);
}

/// The number of trainings that have a row.
int runs_of(const TrialTable& means) {
  std::set<std::size_t> runs;
  for (const TrialRow& row : means.rows) runs.insert(row.run);
  return static_cast<int>(runs.size());
}

/// How far two values of a measure can lie apart: delays of at most n + 1 by n.
std::optional<double> reach_of(std::span<const Pairs> cells, MeasureRange range) {
  if (range == MeasureRange::kNumber) return std::nullopt;
  if (range != MeasureRange::kDelay) return 1;
  int longest = 0;
  for (const Pairs& cell : cells)
    for (const Pair& pair : cell) longest = std::max(longest, pair.a->novel_tasks);
  return longest;
}

/// The differences of one measure that are defined or, without b, the values.
std::vector<double> differences_in(const Pairs& cell, std::size_t measure, bool less_b = true) {
  std::vector<double> found;
  for (const Pair& pair : cell) {
    const double difference = pair.a->values[measure] - (less_b ? pair.b->values[measure] : 0);
    if (!std::isnan(difference)) found.push_back(difference);
  }
  return found;
}

/// How two agents differ in a measure over some cells.
struct CellsDiffer {
  int trials = 0;
  double mean = 0;
  DifferenceTest test{};
};
/// Finds it, or nothing where they have no values in common.
using Differ = std::function<std::optional<CellsDiffer>(std::span<const Pairs> cells)>;

/// By the pairs of trials, which lie apart by at most `reach`.
std::optional<CellsDiffer> pairs_differ(std::span<const Pairs> cells, std::size_t measure,
                                        std::optional<double> reach, double confidence) {
  CellsDiffer result;
  std::vector<std::vector<double>> strata;
  Mean over_cells;
  for (const Pairs& cell : cells) {
    strata.push_back(differences_in(cell, measure));
    if (strata.back().empty()) return std::nullopt;
    over_cells.add(*mean(strata.back()));
    result.trials += static_cast<int>(strata.back().size());
  }
  result.mean = *over_cells.value();
  result.test = difference_test(strata, reach, confidence);
  return result;
}

/// By the means of the trainings of both agents.
std::optional<CellsDiffer> runs_differ(std::span<const Pairs> cells, std::size_t measure, const TrialTable& a,
                                       const TrialTable& b, const Conventions& conventions) {
  CellsDiffer result;
  std::vector<std::size_t> of_a, of_b;
  for (const Pairs& cell : cells) {
    of_a.push_back(cell.front().a->cell);
    of_b.push_back(cell.front().b->cell);
    result.trials += static_cast<int>(cell.size());
  }
  const std::vector<double> runs_a = runs_over_cells(a, of_a, measure);
  const std::vector<double> runs_b = runs_over_cells(b, of_b, measure);
  if (runs_a.empty() || runs_b.empty()) return std::nullopt;
  const RunDifference found = run_difference(runs_a, runs_b, conventions.confidence);
  result.mean = found.mean;
  result.test = {found.interval, found.p};
  if (const auto reach = reach_of(cells, range_of(measures()[measure], conventions)); reach && found.interval)
    result.test.interval =
        Interval{std::max(-*reach, found.interval->low), std::min(*reach, found.interval->high)};
  return result;
}

/// Sets each cell's p_holm by Holm's correction over the cells.
void correct(std::vector<CellDifference>& cells) {
  const std::vector<double> corrected = holm(mapped(cells, &CellDifference::p));
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i].p_holm = corrected[i];
}

Difference difference_in(const Cells& cells, std::size_t measure, const TrialTable& a, const Differ& differ) {
  Difference result{.measure = measure};
  Cells defined;
  for (const Pairs& cell : cells) {
    const auto found = differ(std::span(&cell, 1));
    if (!found) continue;
    const CellRows& names = a.cells[cell.front().a->cell];
    result.trials += found->trials;
    result.cells.push_back({.novelty = names.novelty,
                            .scenario = names.scenario,
                            .trials = found->trials,
                            .mean = found->mean,
                            .p = found->test.p.value_or(1)});
    defined.push_back(cell);
  }
  const auto all = defined.empty() ? std::nullopt : differ(defined);
  if (!all) return result;
  correct(result.cells);
  result.mean = all->mean;
  result.interval = all->test.interval;
  result.p = result.p_holm = all->test.p;
  result.alike = all->test.alike;
  return result;
}

/// Wilcoxon's test of the cells' means.
std::optional<double> p_of_cells(const std::vector<CellDifference>& cells) {
  const auto ranks = signed_rank(mapped(cells, &CellDifference::mean));
  return ranks ? std::optional(ranks->p_exact.value_or(ranks->p_normal)) : std::nullopt;
}

void remove_tests(Difference& difference) {
  difference.interval.reset();
  difference.p = difference.p_holm = std::nullopt;
  for (CellDifference& cell : difference.cells) cell.p = cell.p_holm = 1;
}

}  // namespace

std::string with_runs(const std::string& agent, int runs) {
  return runs == 0 ? agent : fmt::format("{} ({})", agent, counted(runs, "run"));
}

std::optional<Comparison> compare(const ComparedAgent& a, const ComparedAgent& b,
                                  std::span<const std::string_view> keys, const Conventions& conventions) {
  const auto& [name_a, table_a] = a;
  const auto& [name_b, table_b] = b;
  Comparison comparison{.a = name_a, .b = name_b};
  const Cells cells = paired(table_a, table_b, comparison);
  if (cells.empty()) return std::nullopt;
  // An agent with one training, or with none that is named, counts as known exactly.
  const bool over_runs = has_runs(table_a) || has_runs(table_b);
  TrialTable means_a, means_b;
  if (over_runs) {
    means_a = means_among(table_a, table_b);
    means_b = means_among(table_b, table_a);
    comparison.runs_a = runs_of(means_a);
    comparison.runs_b = runs_of(means_b);
  }
  for (const std::string_view key : keys) {
    const std::size_t i = index_of(key);
    const auto reach = reach_of(cells, range_of(measures()[i], conventions));
    Difference difference = difference_in(cells, i, a.trials, [&](std::span<const Pairs> some) {
      return over_runs ? runs_differ(some, i, means_a, means_b, conventions)
                       : pairs_differ(some, i, reach, conventions.confidence);
    });
    if (conventions.resamples == 0) difference.interval.reset();
    if (!over_runs) difference.p_cells = p_of_cells(difference.cells);
    if (over_runs && (table_a.equal_units || table_b.equal_units)) remove_tests(difference);
    comparison.differences.push_back(std::move(difference));
  }
  return comparison;
}

std::optional<double> deviation_of_pairs(const TrialTable& a, const TrialTable* b, std::size_t measure) {
  Comparison counts;
  double squares = 0;
  double freedom = 0;
  for (const Pairs& cell : paired(a, b ? *b : a, counts)) {
    const std::vector<double> values = differences_in(cell, measure, b != nullptr);
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
  for (const Comparison& comparison : comparisons) add_all(p, mapped(comparison.differences, &Difference::p));
  const auto corrected = holm(std::span<const std::optional<double>>(p));
  auto next = corrected.begin();
  for (Comparison& comparison : comparisons)
    for (Difference& difference : comparison.differences) difference.p_holm = *next++;
}

namespace {

/// The values of a measure in the detected trials, in the missed trials, and in both together.
struct Split {
  std::vector<double> detected, missed, all;
};

Split split(const TrialTable& table, const CellRows& cell, std::string_view measure) {
  Split values;
  for (const std::size_t index : cell.rows) {
    const TrialRow& row = table.rows[index];
    if (row.informed || !row.has_results || row.detection == Detection::kWrong) continue;
    values.all.push_back(row.values[index_of(measure)]);
    (row.detection == Detection::kCorrect ? values.detected : values.missed).push_back(values.all.back());
  }
  return values;
}

/// One trial against one has p = 1 whatever it shows.
std::optional<MannWhitney> detected_against_missed(const Split& of) {
  return of.all.size() > 2 ? mann_whitney(of.detected, of.missed) : std::nullopt;
}

}  // namespace

std::vector<Noticing> noticing(const TrialTable& table) {
  if (has_runs(table)) return {};
  std::vector<Noticing> cells;
  for (const CellRows& rows : table.cells) {
    const Split ap = split(table, rows, "ap");
    const Split aus = split(table, rows, "aus");
    const Split delay = split(table, rows, "restricted_dd");
    if (ap.all.empty()) continue;
    cells.push_back({.novelty = rows.novelty,
                     .scenario = rows.scenario,
                     .detected = static_cast<int>(ap.detected.size()),
                     .missed = static_cast<int>(ap.missed.size()),
                     .ap_by_detection = detected_against_missed(ap),
                     .aus_by_detection = detected_against_missed(aus),
                     .delay_ap = spearman(delay.all, ap.all),
                     .delay_aus = spearman(delay.all, aus.all)});
  }
  return cells;
}

}  // namespace novphy
