#include "trials/plan_tasks.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/input_error.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;

using Lines = std::map<TaskJournal::Key, const TaskSetLine*>;

Lines by_key(const std::vector<TaskSetLine>& all) {
  Lines lines;
  for (const TaskSetLine& line : all) lines[{line.task_template, line.task}] = &line;
  return lines;
}

/// Puts the recipes of the lines into the plan. Returns the first template that lacks a recipe, or null.
const PlanTemplate* fill(Plan& plan, const Lines& lines) {
  for (PlanTemplate& family : plan.templates)
    for (std::size_t i = 0; i < family.tasks.size(); ++i) {
      const auto line = lines.find({family.base.name, static_cast<int>(i)});
      if (line == lines.end()) return &family;
      family.tasks[i] = line->second->recipe;
    }
  return nullptr;
}

TaskOrder order_of_plan(const Plan& plan, const std::vector<Pair>& pairs) {
  TaskOrder order{.pairs = pairs};
  for (const PlanTemplate& family : plan.templates) {
    const auto pair = static_cast<std::size_t>(&pair_of(pairs, family.base.name) - pairs.data());
    order.wanted.push_back({.pair = pair,
                            .novel = pairs[pair].novel.name == family.base.name,
                            .count = static_cast<int>(family.tasks.size())});
  }
  return order;
}

}  // namespace

std::vector<TaskSetLine> make_tasks_of(Plan& plan, const std::vector<Pair>& pairs, const FreshTasks& fresh,
                                       const Assets& assets) {
  const TaskSetHead head = set_head(fresh.variation, pairs, assets, fresh.physics);
  const auto lines_of = [&](const fs::path& from) {
    return lines_to_resume(from, {.resume = fresh.resume,
                                  .head = head,
                                  .pairs = pairs,
                                  .catalogue = assets.catalogue,
                                  .to_remove = from.string()});
  };
  TaskJournal::Lines of_shards;
  for (const fs::path& each : fresh.of_shards) of_shards.merge(lines_of(each));
  // A task that was made again because it equalled another one is in the run's own file.
  AppendFile file(fresh.partial, {.create = true});
  TaskJournal::Lines before;
  if (file.size() > 0) before = lines_of(fresh.partial);
  before.merge(of_shards);
  TaskJournal journal(std::move(file), head, std::move(before));
  const TaskRun run{.variation = fresh.variation,
                    .jobs = fresh.jobs,
                    .shard = fresh.shard,
                    .progress = fresh.progress,
                    .stop = fresh.stop};
  make_tasks(order_of_plan(plan, pairs), run, solver_numbers(assets, fresh.physics), journal,
             [&](const WantedTasks&, TaskSetLine line, const Task&, const std::string&) {
               journal.add(std::move(line));
             });
  std::vector<TaskSetLine> made;
  for (const auto& [key, line] : journal.lines()) made.push_back(line);
  if (!fresh.shard) fill(plan, by_key(made));
  plan.proof = head.proof;
  return made;
}

void take_tasks_of(Plan& plan, const TaskSet& set, const std::string& folder) {
  const PlanTemplate* lacking = fill(plan, by_key(set.lines));
  plan.proof = set.head.proof;
  if (!lacking) return;
  const std::string& name = lacking->base.name;
  const auto there = std::count_if(set.lines.begin(), set.lines.end(),
                                   [&](const TaskSetLine& line) { return line.task_template == name; });
  throw InputError(folder,
                   fmt::format("has {} tasks of {}, the plan needs {}: --pool N lets every trial draw from N",
                               there, name, lacking->tasks.size()));
}

}  // namespace novphy
