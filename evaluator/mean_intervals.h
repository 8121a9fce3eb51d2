#pragma once

#include <string>
#include <vector>

#include "evaluator/measures.h"

namespace novphy {

/// Cells that NPS, SPN or the overall row take together.
struct Group {
  std::string name;
  std::vector<std::size_t> cells;  ///< in TrialTable::cells
};

/// Puts the bootstrap's intervals to the means of all rows, one for each group, and to what of a cell is no
/// share.
void add_intervals(Measures& measured, const TrialTable& table, const std::vector<Group>& groups,
                   const std::vector<MeanRow*>& rows);

}  // namespace novphy
