#pragma once

#include <CLI/CLI.hpp>

#include "jobs/setting.h"
#include "trials/plan.h"

namespace novphy::app {

/// The settings that say how large a plan is and whether it is informed: all of PlanOptions but the seed.
Settings plan_size_settings(PlanOptions& plan);
void add_plan_sizes(CLI::App& command, PlanOptions& plan);

}  // namespace novphy::app
