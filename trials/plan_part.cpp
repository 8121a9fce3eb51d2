#include "trials/plan_part.h"

#include <algorithm>
#include <map>

namespace novphy {
namespace {

/// Takes over tasks from a plan into a part of the plan, each task once.
class Tasks {
 public:
  Tasks(const Plan& from, PlanPart& part) : from_(from), part_(part) {}

  void take(std::vector<TaskRef>& refs) {
    for (TaskRef& ref : refs) ref = taken(ref);
  }

 private:
  TaskRef taken(TaskRef ref) {
    const PlanTemplate& family = from_.templates[static_cast<std::size_t>(ref.task_template)];
    const auto [there, is_new] =
        templates_.emplace(ref.task_template, static_cast<int>(part_.plan.templates.size()));
    if (is_new) {
      part_.plan.templates.push_back({.base = family.base, .pair = family.pair, .tasks = {}});
      part_.variations.emplace_back();
    }
    const auto place = static_cast<std::size_t>(there->second);
    auto& numbers = part_.variations[place];
    const auto [task, is_new_task] =
        tasks_.emplace(std::pair(ref.task_template, ref.variation), static_cast<int>(numbers.size()));
    if (is_new_task) {
      numbers.push_back(ref.variation);
      part_.plan.templates[place].tasks.push_back(family.tasks[static_cast<std::size_t>(ref.variation)]);
    }
    return {.task_template = there->second, .variation = task->second};
  }

  const Plan& from_;
  PlanPart& part_;
  std::map<int, int> templates_{};
  std::map<std::pair<int, int>, int> tasks_{};
};

}  // namespace

PlanPart part_of(const Plan& plan, std::span<const int> trials) {
  PlanPart part{.plan = {.options = plan.options, .proof = plan.proof, .templates = {}, .trials = {}},
                .variations = {}};
  Tasks tasks(plan, part);
  for (const int trial : trials) {
    PlannedTrial& taken = part.plan.trials.emplace_back(plan.trials.at(static_cast<std::size_t>(trial)));
    for (auto* refs : {&taken.training, &taken.calibration, &taken.normal, &taken.novel}) tasks.take(*refs);
  }
  return part;
}

void restore_variations(std::vector<Record>& records, const PlanPart& part) {
  std::map<std::string, const std::vector<int>*> numbers;
  for (std::size_t i = 0; i < part.plan.templates.size(); ++i)
    numbers[part.plan.templates[i].base.name] = &part.variations.at(i);
  for (Record& record : records)
    record.variation = numbers.at(record.task_template)->at(static_cast<std::size_t>(record.variation));
}

}  // namespace novphy
