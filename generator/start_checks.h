#pragma once

#include <optional>
#include <string>

#include "generator/solver.h"

namespace novphy {

/// A message about the first object that, without a shot, moves by more than the threshold of the check
/// valid_start or is gone. Looks only at objects from index `from` on. Nothing where they all stay.
std::optional<std::string> moves_by_itself(const Task& task, const SolverNumbers& numbers,
                                           std::size_t from = 0);

/// A message about the first problem with the start of a task: an overlap that it does not allow, an object
/// out of view, or an object that moves by itself. Nothing where the start is valid.
std::optional<std::string> no_valid_start(const Task& task, const SolverNumbers& numbers);

}  // namespace novphy
