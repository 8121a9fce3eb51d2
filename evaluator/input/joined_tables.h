#pragma once

#include <string>
#include <vector>

#include "evaluator/load.h"

namespace novphy {

/// Puts together the trials that several tables of an agent hold. Tables name no plan, so trials of one
/// novelty-scenario, number and training are one trial. Tasks that only one table holds go into it, and equal
/// ones count once, with a warning. Of different ones the conventions choose, with a warning.
///
/// Throws InputError for different tasks if the conventions refuse repeated tasks, for tasks that are normal
/// in one table and novel in the other, and if a normal task then comes after a novel one.
void join_tables(AgentLog& log, std::vector<std::string>& warnings);

}  // namespace novphy
