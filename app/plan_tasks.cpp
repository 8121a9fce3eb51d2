#include "app/plan_tasks.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/input_error.h"
#include "levels/object_text.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

using Lines = std::map<std::pair<std::string, int>, const TaskSetLine*>;

/// Puts the lines into the plan; the template that lacks one, or "".
std::string fill(Plan& plan, const std::vector<Pair>& pairs, const Lines& lines, const Catalogue& catalogue) {
  for (PlanTemplate& family : plan.templates) {
    const Pair& pair = pair_of(pairs, family.base.name);
    for (std::size_t i = 0; i < family.tasks.size(); ++i) {
      const auto line = lines.find({family.base.name, static_cast<int>(i)});
      if (line == lines.end()) return family.base.name;
      family.tasks[i] = planned_task(*line->second, pair, catalogue);
    }
  }
  return {};
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

const Pair& pair_of(const std::vector<Pair>& pairs, const std::string& task_template) {
  return *std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) {
    return pair.normal.name == task_template || pair.novel.name == task_template;
  });
}

PlannedTask planned_task(const TaskSetLine& line, const Pair& pair, const Catalogue& catalogue) {
  PlannedTask task;
  task.member.shift_m = line.shift_m;
  for (const auto& [name, value] : line.parameters) task.member.values[name] = value;
  for (const Parameter& parameter : pair.family.parameters) {
    const auto word = line.words.find(parameter.name);
    if (word == line.words.end()) continue;
    const auto found = std::find(parameter.words.begin(), parameter.words.end(), word->second);
    if (found == parameter.words.end())
      throw InputError(line.task_template, fmt::format("\"{}\" is no {}", word->second, parameter.name));
    task.member.values[parameter.name] = static_cast<double>(found - parameter.words.begin());
  }
  for (const std::string& text : line.distractors) {
    auto object = object_from_text(text, catalogue);
    if (!object) throw InputError(line.task_template, fmt::format("\"{}\" is no object", text));
    task.distractors.push_back(*std::move(object));
  }
  return task;
}

std::vector<TaskSetLine> make_tasks_of(Plan& plan, const std::vector<Pair>& pairs, const FreshTasks& fresh,
                                       const AssetOptions& asset_options, const Assets& assets) {
  const TaskSetHead head = set_head(fresh.variation, pairs, asset_options, assets);
  TaskJournal::Lines before;
  if (fs::exists(fresh.partial)) {
    if (!fresh.resume)
      throw InputError(fresh.partial, "holds tasks of an interrupted run; --resume goes on with them");
    before = lines_to_resume(fresh.partial, false, head);
  }
  TaskJournal journal(fresh.partial, head, std::move(before));
  const TaskRun run{.variation = fresh.variation, .jobs = fresh.jobs, .progress = making_progress()};
  make_tasks(order_of_plan(plan, pairs), run, solver_numbers(asset_options, assets), journal,
             [&](const WantedTasks&, TaskSetLine line, const std::string&) { journal.add(std::move(line)); });
  Lines lines;
  for (const auto& [key, line] : journal.lines()) lines[key] = &line;
  fill(plan, pairs, lines, assets.catalogue);
  plan.proof = head.proof;
  std::vector<TaskSetLine> made;
  for (const auto& [key, line] : journal.lines()) made.push_back(line);
  return made;
}

TaskSet read_tasks_of(const std::string& folder, std::vector<Pair>& pairs, const Assets& assets) {
  TaskSet set = read_task_set(folder);
  std::map<std::string, int> counts;
  for (const TaskSetLine& line : set.lines) ++counts[line.task_template];
  std::erase_if(pairs, [&](const Pair& pair) {
    return !counts.contains(pair.normal.name) && !counts.contains(pair.novel.name);
  });
  const auto same = [&](const char* what, const std::string& then, const std::string& now) {
    if (then != now)
      throw InputError(folder, fmt::format("was made with other {}: {} then, {} now", what, then, now));
  };
  same("pairs", set.head.pairs, hash_of_pairs(pairs));
  same("objects (catalogue)", set.head.catalogue_hash, assets.catalogue_hash);
  same("physics", set.head.physics_hash, assets.physics_hash);
  return set;
}

void take_tasks_of(Plan& plan, const std::vector<Pair>& pairs, const TaskSet& set, const std::string& folder,
                   const Catalogue& catalogue) {
  Lines lines;
  for (const TaskSetLine& line : set.lines) lines[{line.task_template, line.task}] = &line;
  const std::string lacking = fill(plan, pairs, lines, catalogue);
  plan.proof = set.head.proof;
  if (lacking.empty()) return;
  std::size_t needed = 0;
  for (const PlanTemplate& family : plan.templates)
    if (family.base.name == lacking) needed = family.tasks.size();
  const auto there = std::count_if(set.lines.begin(), set.lines.end(),
                                   [&](const TaskSetLine& line) { return line.task_template == lacking; });
  throw InputError(folder,
                   fmt::format("has {} tasks of {}, the plan needs {}: --pool N lets every trial draw from N",
                               there, lacking, needed));
}

}  // namespace novphy::app
