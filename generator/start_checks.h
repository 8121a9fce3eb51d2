#pragma once

#include <optional>
#include <string>

#include "generator/solver.h"

namespace novphy {

/// What moves by more than the threshold of check C0 without a shot, of the objects from that index on;
/// nothing where all stay.
std::optional<std::string> moves_by_itself(const Task& task, const SolverNumbers& numbers,
                                           std::size_t from = 0);

/// What is wrong with the start of a task: an overlap, something out of view or that moves by itself.
std::optional<std::string> no_valid_start(const Task& task, const SolverNumbers& numbers);

}  // namespace novphy
