#include "evaluator/compare.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "evaluator/compare_runs.h"
#include "evaluator/measures/paired_tests.h"
#include "evaluator/measures/rank_tests.h"
#include "evaluator/measures/series.h"
#include "evaluator/training_runs.h"

namespace novphy {
namespace {

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
