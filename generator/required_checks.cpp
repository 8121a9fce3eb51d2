#include "generator/required_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "generator/solver.h"

namespace novphy {
namespace {

/// Adds the checks that a novelty requires where the table has no entry for the novelty.
void add_all(const Task& novel, RequiredChecks& required) {
  required.by_push = required.novelty_needed = required.old_plan_fails = required.way_changes = true;
  required.storm_not_skipped = birds_to_sacrifice(novel) > 0;
}

void add(const Novelty& novelty, RequiredChecks& required) {
  const auto asks = [&](const char* check) {
    return std::find(novelty.checks.begin(), novelty.checks.end(), check) != novelty.checks.end();
  };
  if (novelty.touched == "push") required.by_push = true;
  if (novelty.touched == "material") required.materials.push_back(novelty.material);
  if (novelty.touched == "unlike") required.by_unlike = true;
  required.novelty_needed |= asks("novelty_needed");
  required.storm_not_skipped |= asks("storm_not_skipped");
  required.old_plan_fails |= asks("old_plan_fails");
  required.way_changes |= !novelty.checks.empty();
}

}  // namespace

RequiredChecks required_checks(const Task& novel, const std::vector<Novelty>& table) {
  RequiredChecks required;
  if (novel.novelties.empty()) add_all(novel, required);
  for (const NoveltyMark& mark : novel.novelties) {
    const auto entry = std::find_if(table.begin(), table.end(),
                                    [&](const Novelty& novelty) { return novelty.name == mark.name; });
    if (entry == table.end())
      add_all(novel, required);
    else
      add(*entry, required);
  }
  return required;
}

std::string hash_of_checks(const std::vector<Pair>& pairs, const std::vector<Novelty>& table) {
  std::set<std::string> in_use;
  for (const Pair& pair : pairs)
    for (const NoveltyMark& mark : pair.novel.task.novelties) in_use.insert(mark.name);
  std::string text;
  for (const Novelty& entry : table)
    if (in_use.count(entry.name) > 0)
      text += fmt::format("{}:{}:{}:{}\n", entry.name, fmt::join(entry.checks, ","), entry.touched,
                          entry.material);
  return fmt::format("{:016x}", fnv1a(text));
}

}  // namespace novphy
