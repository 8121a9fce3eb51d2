#pragma once

#include <functional>
#include <vector>

#include "evaluator/trial_table.h"

namespace novphy {

/// Means of every measure of a table whose rows weigh so much: by cell, then by measure; not a number where
/// undefined.
class WeightedMeans {
 public:
  explicit WeightedMeans(const TrialTable& table, const Conventions& conventions)
      : table_(&table), conventions_(conventions) {}

  /// `weights` holds one number for each unit, how often it was drawn. Calls with the cell's means, one for
  /// each of measures(); the numbers live until the next call.
  const std::vector<double>& of_cell(std::size_t cell, const std::vector<int>& weights);

 private:
  double regained(const CellRows& cell, const std::vector<int>& weights, double normal);

  const TrialTable* table_;
  Conventions conventions_;
  std::vector<double> sums_, counts_, means_;
  std::vector<double> curve_, curve_counts_;
};

/// Draws the units of each stratum with replacement, as many as it has, so often as the conventions say,
/// always the same for the same seed; visit(weights by unit) for each.
void resample(const TrialTable& table, const Conventions& conventions,
              const std::function<void(const std::vector<int>&)>& visit);

}  // namespace novphy
