#pragma once

#include <vector>

#include "evaluator/difficulty/difficulty_table.h"
#include "evaluator/plot/figure.h"

namespace novphy {

/// Heat maps of the cells: the means of each dimension of detection, and of adaptation. A state without any
/// value has no figure.
std::vector<plot::Figure> difficulty_figures(const DifficultyTable& table);

}  // namespace novphy
