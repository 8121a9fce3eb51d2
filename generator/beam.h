#pragma once

#include "generator/solver.h"

namespace novphy {

/// Searches for different throws, one after the other, that pass the task. The search is meant for tasks that
/// no single throw passes when every bird takes that throw. Bird by bird, the search keeps the four first
/// parts of plays that did most: first by dead pigs, then by birds that touched pigs, then by how far blocks
/// moved. For the birds that are left, the search tries every throw of `spec`, the same for all of them. The
/// throws of the first parts are three times as far apart as spec.step_deg, but at most 4 degrees, and use
/// every other pull. Empty where the search finds nothing.
std::vector<Solution> beam_search(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers,
                                  int sacrificed);

}  // namespace novphy
