#pragma once

#include <string>
#include <vector>

#include "app/task_order.h"
#include "trials/plan.h"

/// Where a plan's tasks come from.
namespace novphy::app {

/// How fresh tasks are made for a plan.
struct FreshTasks {
  VariationOptions variation{};
  unsigned jobs = 1;
  std::string partial{};  ///< file that keeps what is made while the rest is made
  bool resume = false;    ///< go on with what stands there
};

/// Fills the plan with tasks 0, 1, ... of each template, as `novphy generate` makes them with the same seed.
/// Gives their lines. Throws InputError.
std::vector<TaskSetLine> make_tasks_of(Plan& plan, const std::vector<Pair>& pairs, const FreshTasks& fresh,
                                       const AssetOptions& asset_options, const Assets& assets);

/// A folder that novphy generate wrote, and those of the pairs that it holds tasks of. Throws InputError
/// where it was made of other pairs or numbers.
TaskSet read_tasks_of(const std::string& folder, std::vector<Pair>& pairs, const Assets& assets);

/// What a line of an index says, as a plan has it. Throws InputError.
PlannedTask planned_task(const TaskSetLine& line, const Pair& pair, const Catalogue& catalogue);

/// The pair that the template is a side of, which must be there.
const Pair& pair_of(const std::vector<Pair>& pairs, const std::string& task_template);

/// Fills the plan with tasks 0, 1, ... of each template of the set. Throws InputError where it has too few.
void take_tasks_of(Plan& plan, const std::vector<Pair>& pairs, const TaskSet& set, const std::string& folder,
                   const Catalogue& catalogue);

}  // namespace novphy::app
