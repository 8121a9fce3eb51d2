#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "task_sets/task_index.h"
#include "trials/plan.h"

namespace novphy {

/// A frozen plan that papers compare on: how it is drawn, and the hash of every task and of the plan itself.
struct StandardPlan {
  std::string file{};
  PlanOptions options{};
  std::string proof{};
  int most_distractors = 0;
  std::string plan_hash{};
  std::vector<std::pair<std::string, std::vector<std::string>>> hashes{};  ///< template; of tasks 0, 1, ...
};

/// Reads a file such as levels/standard/plan-1.json. Throws InputError where it cannot be read, and where the
/// objects, physics or pairs are others than those that the plan was frozen with.
StandardPlan read_standard_plan(const std::filesystem::path& file, const std::vector<Pair>& pairs,
                                const Assets& assets);

/// Throws InputError naming the first task that is another one.
void check_tasks(const StandardPlan& standard, const std::vector<TaskSetLine>& lines);

/// Throws InputError.
void check_plan(const StandardPlan& standard, const std::string& plan_text);

}  // namespace novphy
