#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/cell_measures.h"

namespace novphy {

/// The cells that a row of NPS, a row of SPN or the overall row averages.
struct Group {
  std::string name;
  std::vector<std::size_t> cells;  ///< indices in TrialTable::cells
};

/// The means of every measure over the group's cells, all of equal weight, without intervals.
MeanRow mean_row(const Group& group, std::span<const CellMeasures> cells);

/// Sets the intervals of the means of `rows`, of trials or of run_means(), where rows[i] is the mean over
/// groups[i]. Also sets the intervals of those measures of cells that are not shares.
void add_intervals(Measures& measured, const TrialTable& table, const std::vector<Group>& groups,
                   const std::vector<MeanRow*>& rows);

}  // namespace novphy
