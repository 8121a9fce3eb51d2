#pragma once

#include <string>

#include "trials/plan.h"

namespace novphy {

/// A table, for people, of the numbers of trials and tasks of each novelty-scenario in a plan.
std::string counts_table(const Plan& plan);

}  // namespace novphy
