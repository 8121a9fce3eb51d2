#pragma once

#include <string>
#include <vector>

#include "levels/assets.h"
#include "levels/pair.h"
#include "sim/task.h"
#include "trials/plan_tasks.h"

namespace novphy {

/// Tasks of one template, from which agents learn or on which they are tried.
struct TemplateTasks {
  std::string task_template{};  ///< such as "rolling/agents/normal"
  std::vector<Task> tasks{};
  std::vector<std::string> hashes{};  ///< of the tasks' texts, as in an index of tasks
};

/// Makes tasks 0 to count - 1 of these templates, which must be sides of the pairs. `novphy generate` makes
/// the same tasks from the same seed. The result has the order of `templates`. The tasks made so far stand in
/// the file `fresh.partial`, which stays. Throws InputError as make_tasks_of() does.
std::vector<TemplateTasks> make_template_tasks(const std::vector<Pair>& pairs,
                                               const std::vector<std::string>& templates, int count,
                                               const FreshTasks& fresh, const Assets& assets);

}  // namespace novphy
