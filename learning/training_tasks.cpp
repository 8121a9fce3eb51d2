#include "learning/training_tasks.h"

#include <map>
#include <utility>

#include "base/parallel.h"

namespace novphy {
namespace {

PlanTemplate blank(const std::vector<Pair>& pairs, const std::string& task_template, int count) {
  const Pair& pair = pair_of(pairs, task_template);
  return {.base = pair.novel.name == task_template ? pair.novel : pair.normal,
          .pair = pair.text,
          .tasks = std::vector<TaskRecipe>(static_cast<std::size_t>(count))};
}

}  // namespace

std::vector<TemplateTasks> make_template_tasks(const std::vector<Pair>& pairs,
                                               const std::vector<std::string>& templates, int count,
                                               const FreshTasks& fresh, const Assets& assets) {
  Plan plan;
  for (const std::string& each : templates) plan.templates.push_back(blank(pairs, each, count));
  std::map<std::string, std::vector<std::string>> hashes;
  for (TaskSetLine& line : make_tasks_of(plan, pairs, fresh, assets))
    hashes[line.task_template].push_back(std::move(line.hash));  // lines are sorted by template and task
  std::vector<TemplateTasks> made(templates.size());
  parallel_for(made.size(), fresh.jobs, [&](std::size_t i) {
    made[i].task_template = templates[i];
    made[i].hashes = hashes.at(templates[i]);
    for (int task = 0; task < count; ++task)
      made[i].tasks.push_back(task_of(plan, {static_cast<int>(i), task}, assets.catalogue));
  });
  return made;
}

}  // namespace novphy
