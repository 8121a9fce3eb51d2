#pragma once

#include "generator/solver.h"

namespace novphy {

/// Throws that pass the task one after the other, where the same throw from every bird does not. Keeps the
/// few beginnings that did most (pigs gone, then birds on pigs, then how far they moved blocks), bird by
/// bird, and tries every throw of the sweep for the last birds. Beginnings come from a sweep three times as
/// coarse, of 4 degrees at most, at every other pull.
std::vector<Solution> beam_search(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers,
                                  int sacrificed);

}  // namespace novphy
