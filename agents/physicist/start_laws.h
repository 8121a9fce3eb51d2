#pragma once

#include <vector>

#include "agents/physicist/law_problem.h"

namespace novphy {

/// Of these laws, the structures that explain the key best from its beginning to a moment after its first
/// surprise, with better numbers. Laws count that hardly touch the bird's free flight, and that act on what
/// surprised.
std::vector<Law> fitted_to_start(const LawProblem& problem, const std::vector<Law>& laws);

/// Where a law of one change leaves something very surprising: the best laws of this change and a second one
/// that acts on what is surprising. Else none.
std::vector<Law> with_a_second_change(const LawProblem& problem, const Law& law);

}  // namespace novphy
