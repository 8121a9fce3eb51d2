#include "evaluator/resample.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluator/measures/random.h"
#include "evaluator/measures/success.h"

namespace novphy {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// Adds weight times each number that is one, and the weights of these.
void add(const std::vector<double>& values, double weight, std::vector<double>& sums,
         std::vector<double>& counts) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool defined = !std::isnan(values[i]);
    sums[i] += defined ? weight * values[i] : 0;
    counts[i] += defined ? weight : 0;
  }
}

}  // namespace

const std::vector<double>& WeightedMeans::of_cell(std::size_t cell, const std::vector<int>& weights) {
  const std::size_t size = measures().size();
  sums_.assign(size, 0);
  counts_.assign(size, 0);
  means_.assign(size, kUndefined);
  const CellRows& rows = table_->cells[cell];
  for (const std::size_t index : rows.rows) {
    const TrialRow& row = table_->rows[index];
    if (const int weight = weights[row.unit]; weight > 0) add(row.values, weight, sums_, counts_);
  }
  const bool propagate = conventions_.undefined == Undefined::kPropagate;
  for (std::size_t i = 0; i < size; ++i) {
    const bool lost = propagate && measures()[i].propagates && rows.undefined[i] > 0;
    if (counts_[i] > 0 && !lost) means_[i] = sums_[i] / counts_[i];
  }
  static const std::size_t kRegained = index_of("regained");
  static const std::size_t kNormal = index_of("normal");
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
    add(row.passes, weight, curve_, curve_counts_);
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
