#include "evaluator/compare.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <random>

#include "evaluator/measures/mean.h"
#include "evaluator/measures/paired_tests.h"
#include "evaluator/measures/random.h"
#include "evaluator/measures/rank_tests.h"
#include "evaluator/measures/series.h"

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
    const bool both = found != of_b.end() && found->second->normal_tasks == row.normal_tasks &&
                      found->second->novel_tasks == row.novel_tasks;
    if (!both) continue;
    cells[row.cell].push_back({&row, found->second});
    ++counts.trials;
  }
  counts.only_one = static_cast<int>(a.rows.size() + b.rows.size()) - 2 * counts.trials;
  return cells;
}

/// The differences of one measure: a list for each cell with a number for each pair. An undefined difference
/// is not a number.
using Strata = std::vector<std::vector<double>>;

Strata strata_of(const Cells& cells, std::size_t measure) {
  Strata strata;
  for (const auto& [cell, pairs] : cells) {
    std::vector<double>& differences = strata.emplace_back();
    for (const Pair& pair : pairs) differences.push_back(pair.a->values[measure] - pair.b->values[measure]);
  }
  return strata;
}

std::vector<double> defined(const std::vector<double>& differences) {
  std::vector<double> found;
  std::copy_if(differences.begin(), differences.end(), std::back_inserter(found),
               [](double difference) { return !std::isnan(difference); });
  return found;
}

/// The mean difference of a cell, each pair with its weight. Empty where all weights of defined differences
/// are 0.
std::optional<double> weighted_mean(const std::vector<double>& differences, const std::vector<int>& weights) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < differences.size(); ++i)
    if (!std::isnan(differences[i])) {
      sum += weights[i] * differences[i];
      count += weights[i];
    }
  if (count == 0) return std::nullopt;
  return sum / count;
}

/// An interval for each measure, by a bootstrap that draws pairs within cells. All measures see the same
/// draws.
std::vector<std::optional<Interval>> bootstrap(const std::vector<Strata>& measures_of,
                                               const Conventions& conventions) {
  std::mt19937_64 engine(conventions.seed);
  std::vector<std::vector<double>> means(measures_of.size());
  std::vector<int> weights;
  for (int resample = 0; resample < conventions.resamples; ++resample) {
    std::vector<Mean> over_cells(measures_of.size());
    for (std::size_t cell = 0; cell < measures_of.front().size(); ++cell) {
      const std::size_t size = measures_of.front()[cell].size();
      weights.assign(size, 0);
      for (std::size_t drawn = 0; drawn < size; ++drawn) ++weights[below(engine, size)];
      for (std::size_t i = 0; i < measures_of.size(); ++i)
        if (const auto mean = weighted_mean(measures_of[i][cell], weights)) over_cells[i].add(*mean);
    }
    for (std::size_t i = 0; i < measures_of.size(); ++i)
      if (const auto mean = over_cells[i].value()) means[i].push_back(*mean);
  }
  std::vector<std::optional<Interval>> intervals;
  for (auto& of_measure : means)
    intervals.push_back(percentile_interval(std::move(of_measure), conventions.confidence));
  return intervals;
}

void correct(std::vector<CellDifference>& cells) {
  std::vector<double> p;
  for (const CellDifference& cell : cells) p.push_back(cell.p);
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i].p_holm = corrected[i];
}

Difference difference_in(std::size_t measure, const Strata& all, const Cells& cells, const TrialTable& table,
                         std::uint64_t seed) {
  Difference result;
  result.measure = measure;
  Strata strata;
  Mean over_cells;
  std::vector<double> means;
  auto differences = all.begin();
  for (const auto& [cell, pairs] : cells) {
    std::vector<double> found = defined(*differences++);
    if (found.empty()) continue;
    const double mean_of_cell = *mean(found);
    over_cells.add(mean_of_cell);
    means.push_back(mean_of_cell);
    result.trials += static_cast<int>(found.size());
    result.cells.push_back({table.cells[cell].novelty, table.cells[cell].scenario,
                            static_cast<int>(found.size()), mean_of_cell, *sign_flip_p(found, seed), 1});
    strata.push_back(std::move(found));
  }
  if (strata.empty()) return result;
  correct(result.cells);
  result.mean = over_cells.value();
  result.p = result.p_holm = stratified_sign_flip_p(strata, seed);
  if (const auto ranks = signed_rank(means)) result.p_cells = ranks->p_exact.value_or(ranks->p_normal);
  return result;
}

}  // namespace

std::optional<Comparison> compare(const std::string& a, const TrialTable& table_a, const std::string& b,
                                  const TrialTable& table_b, std::span<const std::string_view> keys,
                                  const Conventions& conventions) {
  Comparison comparison{a, b, 0, 0, {}};
  const Cells cells = paired(table_a, table_b, comparison);
  if (cells.empty()) return std::nullopt;
  std::vector<Strata> strata;
  for (const std::string_view key : keys) strata.push_back(strata_of(cells, index_of(key)));
  const auto intervals = bootstrap(strata, conventions);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    comparison.differences.push_back(
        difference_in(index_of(keys[i]), strata[i], cells, table_a, conventions.seed));
    if (comparison.differences.back().mean) comparison.differences.back().interval = intervals[i];
  }
  return comparison;
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

}  // namespace novphy
