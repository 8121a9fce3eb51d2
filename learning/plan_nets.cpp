#include "learning/plan_nets.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/input_error.h"
#include "levels/task_file.h"

namespace novphy {
namespace {

std::vector<std::string> normal_templates(const Plan& plan) {
  std::set<std::string> names;
  for (const PlannedTrial& trial : plan.trials) names.insert(normal_template(plan, trial));
  return {names.begin(), names.end()};
}

/// The normal tasks of a plan in words, such as "task 3 of rolling/agents/normal", by the hash of their text.
using NormalTasks = std::map<std::string, std::string>;

NormalTasks normal_tasks(const Plan& plan, const Catalogue& catalogue) {
  const std::vector<std::string> normal = normal_templates(plan);
  NormalTasks tasks;
  for (std::size_t i = 0; i < plan.templates.size(); ++i) {
    const PlanTemplate& family = plan.templates[i];
    if (!std::binary_search(normal.begin(), normal.end(), family.base.name)) continue;
    for (std::size_t task = 0; task < family.tasks.size(); ++task) {
      const TaskRef ref{static_cast<int>(i), static_cast<int>(task)};
      const std::string text = task_to_json(task_of(plan, ref, catalogue), catalogue);
      tasks[fmt::format("{:016x}", fnv1a(text))] = fmt::format("task {} of {}", task, family.base.name);
    }
  }
  return tasks;
}

/// Throws InputError if the net was trained on a task that the plan plays.
void check_apart(const Trained& trained, const std::string& file, const NormalTasks& played) {
  for (const std::string& hash : trained.hashes)
    if (const auto found = played.find(hash); found != played.end())
      throw InputError(file, fmt::format("was trained on {}, which the plan plays: train with another --seed",
                                         found->second));
}

}  // namespace

const Trained* PlanNets::of(const std::string& normal_template) const {
  const auto found = nets.find(normal_template);
  return found == nets.end() ? nullptr : found->second.get();
}

PlanNets read_plan_nets(NetKind kind, const std::filesystem::path& folder, const Plan& plan,
                        const Catalogue& catalogue) {
  PlanNets all{.nets = read_trained(folder, normal_templates(plan), kind)};
  const NormalTasks played = normal_tasks(plan, catalogue);
  for (const auto& [task_template, trained] : all.nets) {
    check_apart(*trained, net_file(folder, task_template, kind).string(), played);
    all.files.push_back(
        fmt::format("{}.{} {:016x}", task_template, name_of(kind), weights_hash(trained->net)));
  }
  return all;
}

}  // namespace novphy
