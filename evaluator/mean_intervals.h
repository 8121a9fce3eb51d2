#pragma once

#include <string>
#include <vector>

#include "evaluator/measures.h"

namespace novphy {

/// The cells over which a row of NPS, of SPN or the overall row takes its mean.
struct Group {
  std::string name;
  std::vector<std::size_t> cells;  ///< indices in TrialTable::cells
};

/// Sets the intervals of the means of `rows`, where rows[i] is the mean over groups[i]. Sets also
/// the intervals of the cells' measures that are no shares.
void add_intervals(Measures& measured, const TrialTable& table, const std::vector<Group>& groups,
                   const std::vector<MeanRow*>& rows);

}  // namespace novphy
