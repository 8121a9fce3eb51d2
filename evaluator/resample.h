#pragma once

#include <functional>
#include <vector>

#include "evaluator/trial_table.h"

namespace novphy {

/// Means of every measure of a table whose rows weigh so much: by cell, then by measure; not a number where
/// undefined.
class WeightedMeans {
 public:
  WeightedMeans(const TrialTable& table, const Conventions& conventions);

  /// `weights` holds one number for each unit, how often it was drawn. Returns the cell's means, one for each
  /// of measures(); the numbers live until the next call.
  const std::vector<double>& of_cell(std::size_t cell, const std::vector<int>& weights);

 private:
  /// The numbers of a cell side by side: a row for each trial, a column for each measure that any trial has.
  struct Dense {
    std::vector<std::size_t> units;     ///< of the rows
    std::vector<std::size_t> measures;  ///< of the columns
    std::vector<double> values;         ///< 0 where undefined
    std::vector<double> defined;        ///< 1 or 0
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

/// Draws the units of each stratum with replacement, as many as it has, so often as the conventions say,
/// always the same for the same seed; visit(weights by unit) for each.
void resample(const TrialTable& table, const Conventions& conventions,
              const std::function<void(const std::vector<int>&)>& visit);

}  // namespace novphy
