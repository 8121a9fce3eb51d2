#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "generator/sets/make_tasks.h"
#include "generator/sets/task_index.h"
#include "levels/assets.h"
#include "sim/catalogue.h"
#include "trials/plan.h"

/// The numbers of a trial that depend on the content of its plan. All come from a SHA-256 of everything that
/// the trial plays: templates, tasks in their order, and its own number. So a number alone tells nothing to
/// somebody who cannot make the trial's tasks. Who can make them (a plan of a public seed) knows the trial
/// by its scenes.
namespace novphy {

/// The version of told_seed(). Agents that draw from the told number play otherwise in another version
/// (VERSIONING.md).
inline constexpr int kToldSeeds = 2;

/// The number that a player is told at the beginning of the trial, below 2^53. Informed trials have the same.
std::uint64_t told_seed(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue);

/// The seed of the noise in what the trial's player sees. Nobody is told of it.
std::uint64_t noise_seed(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue);

/// The seed of the questions after the trial. Nobody is told of it.
std::uint64_t question_seed(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue);

/// The task of the plan that a record names, at the record's strength. Nothing if the plan does not have it.
std::optional<Task> task_of(const Plan& plan, const Record& record, const Catalogue& catalogue);

// Fills plans with tasks. The tasks are either made for the plan or taken from a folder of tasks.

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
  StageBegin stage{};                                        ///< see TaskRun::stage
  std::function<void(std::size_t, std::size_t)> progress{};  ///< see TaskRun::progress
  StopFlag stop = nullptr;                                   ///< see TaskRun::stop
  std::function<void(const std::string&)> warn{};            ///< see TaskRun::warn
};

/// Fills the plan with tasks 0, 1, ... of each template and returns their lines. `novphy generate` makes the
/// same tasks from the same seed. For a shard, returns the lines of the shard's tasks and fills nothing.
/// With a proof, tasks of growing novelties are proved at their strengths, too: a task that is not gives its
/// place to another one. Throws InputError, also where no other one is proved.
std::vector<TaskSetLine> make_tasks_of(Plan& plan, const std::vector<Pair>& pairs, const FreshTasks& fresh,
                                       const Assets& assets);

/// Fills the plan with tasks 0, 1, ... of each template from the set. Throws InputError, naming the folder,
/// if the set has too few tasks of a template.
void take_tasks_of(Plan& plan, const TaskSet& set, const std::string& folder);

/// A frozen plan on which papers compare agents: the options that draw the plan, and the hash of the plan.
struct StandardPlan {
  std::string file{};
  PlanOptions options{};
  std::string proof{};
  int most_distractors = 0;
  std::string plan_hash{};
};

/// Reads a file such as levels/standard/plan-1.json. Throws InputError if the file cannot be read, or if the
/// objects, the physics or the pairs differ from those that the plan was frozen with.
StandardPlan read_standard_plan(const std::filesystem::path& file, const std::vector<Pair>& pairs,
                                const Assets& assets);

/// Compares the hash of the plan's text. Throws InputError if it differs.
void check_plan(const StandardPlan& standard, const std::string& plan_text);

}  // namespace novphy
