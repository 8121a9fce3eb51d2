#pragma once

#include <functional>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "task_sets/make_tasks.h"
#include "trials/plan.h"

/// Where a plan's tasks come from: made for it, or taken from a folder of tasks.
namespace novphy {

/// How fresh tasks are made for a plan.
struct FreshTasks {
  VariationOptions variation{};
  std::string physics = "standard";  ///< that they are proved with
  unsigned jobs = 1;
  std::string partial{};  ///< file that keeps the tasks made so far while the others are made
  bool resume = false;    ///< go on with the tasks of that file
  std::function<void(std::size_t, std::size_t)> progress{};  ///< as TaskRun has it
};

/// Fills the plan with tasks 0, 1, ... of each template, as `novphy generate` makes them with the same seed.
/// Gives their lines. Throws InputError.
std::vector<TaskSetLine> make_tasks_of(Plan& plan, const std::vector<Pair>& pairs, const FreshTasks& fresh,
                                       const Assets& assets);

/// A folder that novphy generate wrote. Of the pairs those stay that the folder holds tasks of. Throws
/// InputError where its tasks were made of other pairs or numbers.
TaskSet read_tasks_of(const std::string& folder, std::vector<Pair>& pairs, const Assets& assets);

/// The pair that the template is a side of, which must be there.
const Pair& pair_of(const std::vector<Pair>& pairs, const std::string& task_template);

/// Fills the plan with tasks 0, 1, ... of each template of the set. Throws InputError naming the folder where
/// it has too few.
void take_tasks_of(Plan& plan, const TaskSet& set, const std::string& folder);

}  // namespace novphy
