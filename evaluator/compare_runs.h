#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/compare.h"

namespace novphy {

struct NamedTable {
  const std::string& agent;
  const TrialTable& trials;
};

/// compare() for two agents of which at least one has several trainings. An agent with one training, or with
/// none that is named, counts as known exactly.
std::optional<Comparison> compare_runs(const NamedTable& a, const NamedTable& b,
                                       std::span<const std::string_view> keys,
                                       const Conventions& conventions);

/// Sets each cell's p_holm by Holm's correction over the cells.
void correct(std::vector<CellDifference>& cells);

}  // namespace novphy
