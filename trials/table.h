#pragma once

#include <string>

#include "trials/plan.h"

namespace novphy {

/// Trials and tasks of a plan by novelty-scenario, for people.
std::string counts_table(const Plan& plan);

}  // namespace novphy
