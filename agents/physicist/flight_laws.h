#pragma once

#include <span>
#include <vector>

#include "agents/physicist/law_problem.h"

namespace novphy {

/// The laws, in their order, with what the birds' flights say for them.
std::vector<HeldLaw> scored_by_bird(const LawProblem& problem, const std::vector<Law>& laws,
                                    std::span<const Episode> flights, const Exactness& exactly);

/// The strange flights of the last episodes, that of the key last; none if the key has none.
std::vector<Episode> strange_flights(const LawProblem& problem);

/// Of these laws, the structures that explain the birds' strange flights best, with the numbers that explain
/// them best. What a bird alone does not tell is left open: whether other bodies feel the law, too.
std::vector<Law> fitted_to_flights(const LawProblem& problem, const std::vector<Episode>& flights,
                                   const std::vector<Law>& laws);

}  // namespace novphy
