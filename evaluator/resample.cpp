#include "evaluator/resample.h"

#include <cmath>
#include <limits>

#include "base/lists.h"
#include "evaluator/measures/random.h"

namespace novphy {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// sums[i] += weight * values[i]. The loop has no branches, because a bootstrap spends most of its time here.
void add(const double* values, double weight, std::vector<double>& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += weight * values[i];
}

}  // namespace

WeightedMeans::WeightedMeans(const TrialTable& table, const Conventions& conventions)
    : table_(&table), conventions_(conventions) {
  cells_ = mapped(table.cells, [&](const CellRows& cell) { return dense(table, cell); });
}

WeightedMeans::Dense WeightedMeans::dense(const TrialTable& table, const CellRows& cell) {
  Dense out;
  for (std::size_t i = 0; i < measures().size(); ++i)
    if (std::ranges::any_of(cell.rows,
                            [&](std::size_t row) { return !std::isnan(table.rows[row].values[i]); }))
      out.measures.push_back(i);
  for (const std::size_t index : cell.rows) {
    const TrialRow& row = table.rows[index];
    out.units.push_back(row.unit);
    for (const std::size_t i : out.measures) {
      const bool defined = !std::isnan(row.values[i]);
      out.values.push_back(defined ? row.values[i] : 0);
      out.defined.push_back(defined ? 1 : 0);
    }
  }
  return out;
}

void WeightedMeans::add_rows(const Dense& cell, const std::vector<int>& weights) {
  const std::size_t columns = cell.measures.size();
  sums_.assign(columns, 0);
  counts_.assign(columns, 0);
  for (std::size_t row = 0; row < cell.units.size(); ++row) {
    const int weight = weights[cell.units[row]];
    if (weight == 0) continue;
    add(cell.values.data() + row * columns, weight, sums_);
    add(cell.defined.data() + row * columns, weight, counts_);
  }
}

const std::vector<double>& WeightedMeans::of_cell(std::size_t cell, const std::vector<int>& weights) {
  static const std::size_t kRegained = index_of("regained");
  static const std::size_t kNormal = index_of("normal");
  const CellRows& rows = table_->cells[cell];
  add_rows(cells_[cell], weights);
  means_.assign(measures().size(), kUndefined);
  const bool propagate = conventions_.undefined == Undefined::kPropagate;
  for (std::size_t column = 0; column < sums_.size(); ++column) {
    const std::size_t i = cells_[cell].measures[column];
    const bool lost = propagate && measures()[i].needs == Needs::kEveryDetection && rows.undefined[i] > 0;
    if (counts_[column] > 0 && !lost) means_[i] = sums_[column] / counts_[column];
  }
  means_[kRegained] = regained(rows, weights, means_[kNormal]);
  return means_;
}

double WeightedMeans::regained(const CellRows& cell, const std::vector<int>& weights, double normal) {
  if (std::isnan(normal)) return kUndefined;
  curve_.clear();
  curve_counts_.clear();
  for (const std::size_t index : cell.rows) {
    const TrialRow& row = table_->rows[index];
    const int weight = weights[row.unit];
    if (weight == 0 || row.passes.empty()) continue;
    if (row.passes.size() > curve_.size()) {
      curve_.resize(row.passes.size());
      curve_counts_.resize(row.passes.size());
    }
    for (std::size_t i = 0; i < row.passes.size(); ++i) {
      curve_[i] += weight * row.passes[i];
      curve_counts_[i] += weight;
    }
  }
  for (std::size_t i = 0; i < curve_.size(); ++i) curve_[i] /= curve_counts_[i];
  const auto tasks = tasks_until_regained(curve_, normal, conventions_.regain_window);
  return tasks ? *tasks : kUndefined;
}

void resample(const TrialTable& table, const Conventions& conventions,
              const std::function<void(const std::vector<int>&)>& visit) {
  std::mt19937_64 engine(conventions.seed);
  std::vector<int> weights(table.units);
  for (int i = 0; i < conventions.resamples; ++i) {
    std::fill(weights.begin(), weights.end(), 0);
    for (const auto& units : table.strata)
      for (std::size_t drawn = 0; drawn < units.size(); ++drawn)
        ++weights[units[below(engine, units.size())]];
    visit(weights);
  }
}

}  // namespace novphy
