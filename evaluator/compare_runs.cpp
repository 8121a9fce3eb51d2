#include "evaluator/compare_runs.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "evaluator/measures/runs.h"
#include "evaluator/training_runs.h"

namespace novphy {
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

}  // namespace novphy
