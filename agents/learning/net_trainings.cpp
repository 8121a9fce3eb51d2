#include "agents/learning/net_trainings.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "base/input_error.h"
#include "base/parallel.h"
#include "generator/sets/make_tasks.h"

namespace novphy {
namespace {

using TasksByTemplate = std::map<std::string, TemplateTasks>;

/// How many of the training tasks come from source i.
int share_of(int tasks, std::size_t sources, std::size_t i) {
  const int count = static_cast<int>(sources);
  return tasks / count + (static_cast<int>(i) < tasks % count ? 1 : 0);
}

TemplateTasks training_tasks(const std::vector<std::string>& sources, const TasksByTemplate& made,
                             int tasks) {
  TemplateTasks all;
  for (int k = 0; k < share_of(tasks, sources.size(), 0); ++k)
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (k >= share_of(tasks, sources.size(), i)) continue;
      const TemplateTasks& source = made.at(sources[i]);
      all.tasks.push_back(source.tasks[static_cast<std::size_t>(k)]);
      all.hashes.push_back(source.hashes[static_cast<std::size_t>(k)]);
    }
  return all;
}

}  // namespace

std::span<const Task> NetTraining::held_out_of(std::size_t i) const {
  const std::size_t each = held_out.size() / templates.size();
  return std::span(held_out).subspan(i * each, each);
}

std::string name(const NetTraining& training) {
  const std::string& first = training.templates.front();
  if (training.templates.size() == 1) return first;
  return fmt::format("{} and {} more", first, training.templates.size() - 1);
}

std::vector<std::string> sources_of(const NetTrainingOrder& order, const std::string& task_template) {
  return order.sources.empty() ? std::vector{task_template} : order.sources;
}

std::vector<NetTraining> make_net_trainings(const NetTrainingOrder& order, const TaskMaker& make) {
  if (static_cast<std::size_t>(order.tasks) < order.sources.size())
    throw InputError("--tasks", fmt::format("found {}, expected at least one for each of the {} templates of "
                                            "--train-on",
                                            order.tasks, order.sources.size()));
  const std::size_t sources = std::max<std::size_t>(1, order.sources.size());
  std::set<std::string> needed(order.templates.begin(), order.templates.end());
  needed.insert(order.sources.begin(), order.sources.end());
  TasksByTemplate made;
  for (TemplateTasks& each :
       make({needed.begin(), needed.end()}, share_of(order.tasks, sources, 0) + order.held_out))
    made[each.task_template] = std::move(each);
  std::vector<std::vector<std::string>> groups;  // the templates of each training
  if (order.sources.empty())
    for (const std::string& each : order.templates) groups.push_back({each});
  else
    groups.push_back(order.templates);
  std::vector<NetTraining> trainings;
  for (std::vector<std::string>& group : groups) {
    NetTraining& training = trainings.emplace_back();
    training.training = training_tasks(sources_of(order, group.front()), made, order.tasks);
    training.training.task_template = group.front();
    for (const std::string& each : group) {
      const std::vector<Task>& tasks = made.at(each).tasks;
      training.held_out.insert(training.held_out.end(), tasks.end() - order.held_out, tasks.end());
    }
    training.templates = std::move(group);
  }
  return trainings;
}

namespace {

PlanTemplate blank(const std::vector<Pair>& pairs, const std::string& task_template, int count) {
  const Pair& pair = *find_pair(pairs, task_template);
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
  std::filesystem::remove(fresh.partial);
  return made;
}

namespace {

std::vector<std::string> normal_names(const TaskOrder& order) {
  std::vector<std::string> names;
  for (const WantedTasks& wanted : order.wanted)
    if (!wanted.novel) names.push_back(name_of(order, wanted));
  if (names.empty())
    throw InputError("train", "found novel templates only; agents are trained on normal tasks");
  return names;
}

}  // namespace

NetTrainingOrder training_order(const std::vector<std::string>& names,
                                const std::vector<std::string>& train_on, const std::vector<Pair>& library,
                                const Catalogue& catalogue) {
  const TaskOrder order = order_of(names, library, 1, catalogue);
  const TaskOrder sources = train_on.empty() ? TaskOrder() : order_of(train_on, library, 1, catalogue);
  NetTrainingOrder found{.pairs = order.pairs, .templates = normal_names(order)};
  for (const Pair& pair : sources.pairs)
    if (std::ranges::none_of(order.pairs,
                             [&](const Pair& each) { return each.normal.name == pair.normal.name; }))
      found.pairs.push_back(pair);
  if (!train_on.empty()) found.sources = normal_names(sources);
  return found;
}

}  // namespace novphy
