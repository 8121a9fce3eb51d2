#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "generator/sets/task_index.h"
#include "levels/assets.h"
#include "trials/plan.h"

namespace novphy {

/// A frozen plan on which papers compare agents: the options that draw the plan, the hash of each task, and
/// the hash of the plan itself.
struct StandardPlan {
  std::string file{};
  PlanOptions options{};
  std::string proof{};
  int most_distractors = 0;
  std::string plan_hash{};
  /// For each template, its name and the hashes of its tasks 0, 1, ...
  std::vector<std::pair<std::string, std::vector<std::string>>> hashes{};
};

/// Reads a file such as levels/standard/plan-1.json. Throws InputError if the file cannot be read, or if the
/// objects, the physics or the pairs differ from those that the plan was frozen with.
StandardPlan read_standard_plan(const std::filesystem::path& file, const std::vector<Pair>& pairs,
                                const Assets& assets);

/// Compares the hashes of the tasks. Throws InputError, naming the first task that differs.
void check_tasks(const StandardPlan& standard, const std::vector<TaskSetLine>& lines);

/// Compares the hash of the plan's text. Throws InputError if it differs.
void check_plan(const StandardPlan& standard, const std::string& plan_text);

}  // namespace novphy
