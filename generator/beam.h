#pragma once

#include "generator/solver.h"

namespace novphy {

/// A beam search for a sequence of different throws that passes the task, for tasks in which the same throw
/// by every bird does not. Bird by bird the search keeps the four beginnings that achieved most: first by
/// dead pigs, then by birds that touched pigs, then by how far blocks moved. After each beginning it tries
/// every throw of `spec`, the same for all birds that are left. The throws of beginnings are three times
/// spec.step_deg apart, but at most 4 degrees, and use every other pull. Empty where nothing is found.
std::vector<Solution> beam_search(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers,
                                  int sacrificed);

}  // namespace novphy
