#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/json_reader.h"
#include "levels/task_file.h"
#include "sim/catalogue.h"
#include "trials/plan.h"

namespace novphy {

/// A plan as text, for people too: one trial a line. Reading it again gives the same plan.
std::string plan_to_json(const Plan& plan, const Catalogue& catalogue);

/// Reads a plan; `file` only names the source in messages. Defaults of tasks come from the catalogue. Throws
/// InputError with every problem.
Plan parse_plan(std::string_view text, const std::string& file, const Catalogue& catalogue);

/// The "options" of a plan. What is wrong is noted in their document.
PlanOptions read_plan_options(const Node& node);

/// A plan and its hash.
struct PlanFile {
  Plan plan;
  std::string hash;
};

/// Throws InputError with every problem of the file.
PlanFile read_plan(const std::filesystem::path& file, const Catalogue& catalogue);

}  // namespace novphy
