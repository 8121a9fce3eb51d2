#pragma once

#include <CLI/CLI.hpp>

#include "trials/plan.h"

namespace novphy::app {

/// The options that say how large a plan is and whether it is informed: all of PlanOptions but the seed.
void add_plan_sizes(CLI::App& command, PlanOptions& plan);

}  // namespace novphy::app
