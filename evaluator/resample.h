#pragma once

#include <functional>
#include <vector>

#include "evaluator/trial_table.h"

namespace novphy {

/// The means of every measure in a trial table whose units have weights. An undefined mean is NaN.
class WeightedMeans {
 public:
  WeightedMeans(const TrialTable& table, const Conventions& conventions);

  /// The means of a cell, one for each of measures(). weights[u] says how often unit u was drawn. The result
  /// is valid until the next call.
  const std::vector<double>& of_cell(std::size_t cell, const std::vector<int>& weights);

 private:
  /// The numbers of a cell: a row for each trial, a column for each measure that any trial has.
  struct Dense {
    std::vector<std::size_t> units;     ///< the unit of each row
    std::vector<std::size_t> measures;  ///< the measure of each column
    std::vector<double> values;         ///< row by row; 0 where undefined
    std::vector<double> defined;        ///< 1 or 0 for each of `values`
  };
  static Dense dense(const TrialTable& table, const CellRows& cell);
  void add_rows(const Dense& cell, const std::vector<int>& weights);
  double regained(const CellRows& cell, const std::vector<int>& weights, double normal);

  const TrialTable* table_;
  Conventions conventions_;
  std::vector<Dense> cells_;
  std::vector<double> sums_, counts_, means_;
  std::vector<double> curve_, curve_counts_;
};

/// Calls visit(weights by unit) for each resample of the bootstrap, Conventions::resamples times. Each
/// resample draws from each stratum, with replacement, as many units as the stratum has. Equal seeds give
/// equal resamples.
void resample(const TrialTable& table, const Conventions& conventions,
              const std::function<void(const std::vector<int>&)>& visit);

}  // namespace novphy
