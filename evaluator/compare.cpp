#include "evaluator/compare.h"

#include <cmath>
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

using Cells = std::map<std::size_t, std::vector<Pair>>;  ///< by the cell's place in the first table

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

std::vector<double> differences(const std::vector<Pair>& pairs, std::size_t measure) {
  std::vector<double> found;
  for (const Pair& pair : pairs)
    if (const double difference = pair.a->values[measure] - pair.b->values[measure]; !std::isnan(difference))
      found.push_back(difference);
  return found;
}

double mean_of_means(const std::vector<std::vector<double>>& cells) {
  Mean mean_of;
  for (const auto& cell : cells) mean_of.add(*mean(cell));
  return *mean_of.value();
}

std::optional<Interval> bootstrap(const std::vector<std::vector<double>>& cells,
                                  const Conventions& conventions) {
  std::mt19937_64 engine(conventions.seed);
  std::vector<double> means;
  for (int i = 0; i < conventions.resamples; ++i) {
    Mean mean_of;
    for (const auto& cell : cells) {
      double sum = 0;
      for (std::size_t drawn = 0; drawn < cell.size(); ++drawn) sum += cell[below(engine, cell.size())];
      mean_of.add(sum / static_cast<double>(cell.size()));
    }
    means.push_back(*mean_of.value());
  }
  return percentile_interval(std::move(means), conventions.confidence);
}

void correct(std::vector<CellDifference>& cells) {
  std::vector<double> p;
  for (const CellDifference& cell : cells) p.push_back(cell.p);
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i].p_holm = corrected[i];
}

Difference difference_in(std::size_t measure, const Cells& cells, const TrialTable& table,
                         const Conventions& conventions) {
  Difference result;
  result.measure = measure;
  std::vector<std::vector<double>> strata;
  for (const auto& [cell, pairs] : cells) {
    std::vector<double> found = differences(pairs, measure);
    if (found.empty()) continue;
    result.trials += static_cast<int>(found.size());
    result.cells.push_back({table.cells[cell].novelty, table.cells[cell].scenario,
                            static_cast<int>(found.size()), *mean(found),
                            *sign_flip_p(found, conventions.seed), 1});
    strata.push_back(std::move(found));
  }
  if (strata.empty()) return result;
  correct(result.cells);
  result.mean = mean_of_means(strata);
  result.interval = bootstrap(strata, conventions);
  result.p = result.p_holm = stratified_sign_flip_p(strata, conventions.seed);
  std::vector<double> means;
  for (const CellDifference& cell : result.cells) means.push_back(cell.mean);
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
  for (const std::string_view key : keys)
    comparison.differences.push_back(difference_in(index_of(key), cells, table_a, conventions));
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
