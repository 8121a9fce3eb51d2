#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "generator/sets/make_tasks.h"
#include "levels/assets.h"
#include "trials/plan.h"

/// Fills plans with tasks. The tasks are either made for the plan or taken from a folder of tasks.
namespace novphy {

/// How fresh tasks are made for a plan.
struct FreshTasks {
  VariationOptions variation{};
  std::string physics = "standard";  ///< name of the physics used to prove tasks
  unsigned jobs = 1;
  std::string partial{};  ///< file that keeps the tasks made so far while the others are made
  /// Only the tasks of this shard are made (TaskRun::shard). They stay in the file `partial`.
  std::optional<Shard> shard{};
  /// The `partial` files of shards, whose tasks are taken over. Needs `resume`.
  std::vector<std::filesystem::path> of_shards{};
  bool resume = false;                                       ///< go on with the tasks in the file `partial`
  std::function<void(std::size_t, std::size_t)> progress{};  ///< see TaskRun::progress
  StopFlag stop = nullptr;                                   ///< see TaskRun::stop
};

/// Fills the plan with tasks 0, 1, ... of each template and returns their lines. `novphy generate` makes the
/// same tasks from the same seed. For a shard, returns the lines of the shard's tasks and fills nothing.
/// Throws InputError.
std::vector<TaskSetLine> make_tasks_of(Plan& plan, const std::vector<Pair>& pairs, const FreshTasks& fresh,
                                       const Assets& assets);

/// Fills the plan with tasks 0, 1, ... of each template from the set. Throws InputError, naming the folder,
/// if the set has too few tasks of a template.
void take_tasks_of(Plan& plan, const TaskSet& set, const std::string& folder);

}  // namespace novphy
