#pragma once

#include <string>
#include <vector>

#include "evaluator/cell_measures.h"

namespace novphy {

/// The cells that a row of NPS, a row of SPN or the overall row averages.
struct Group {
  std::string name;
  std::vector<std::size_t> cells;  ///< indices in TrialTable::cells
};

/// Sets the intervals of the means of `rows`, of trials or of run_means(), where rows[i] is the mean over
/// groups[i]. Also sets the intervals of those measures of cells that are not shares.
void add_intervals(Measures& measured, const TrialTable& table, const std::vector<Group>& groups,
                   const std::vector<MeanRow*>& rows);

}  // namespace novphy
