#include "learning/training_templates.h"

#include <algorithm>

#include "base/input_error.h"
#include "generator/sets/make_tasks.h"

namespace novphy {
namespace {

std::vector<std::string> normal_names(const TaskOrder& order) {
  std::vector<std::string> names;
  for (const WantedTasks& wanted : order.wanted)
    if (!wanted.novel) names.push_back(name_of(order, wanted));
  if (names.empty())
    throw InputError("train", "found novel templates only; agents are trained on normal tasks");
  return names;
}

bool holds(const std::vector<Pair>& pairs, const Pair& pair) {
  return std::any_of(pairs.begin(), pairs.end(),
                     [&](const Pair& each) { return each.normal.name == pair.normal.name; });
}

void add_missing(std::vector<Pair>& pairs, const std::vector<Pair>& more) {
  const std::vector<Pair> before = pairs;
  for (const Pair& pair : more)
    if (!holds(before, pair)) pairs.push_back(pair);
}

}  // namespace

TrainingTemplates training_templates(const std::vector<std::string>& names,
                                     const std::vector<std::string>& train_on,
                                     const std::vector<Pair>& library, const Catalogue& catalogue) {
  const TaskOrder order = order_of(names, library, 1, catalogue);
  TrainingTemplates found{.pairs = order.pairs};
  const TaskOrder sources = train_on.empty() ? TaskOrder() : order_of(train_on, library, 1, catalogue);
  add_missing(found.pairs, sources.pairs);
  found.templates = normal_names(order);
  if (!train_on.empty()) found.sources = normal_names(sources);
  return found;
}

}  // namespace novphy
