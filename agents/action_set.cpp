#include "agents/action_set.h"

#include "agents/planner_table.h"
#include "view/object_features.h"

namespace novphy {
namespace {

constexpr int kDirections = 180;
constexpr int kLowestDirection_deg = -90;
constexpr double kFullPull_m = 1;

}  // namespace

std::optional<ActionSet> action_set_named(std::string_view name) {
  if (name == "planner") return ActionSet::kPlanner;
  if (name == "grid") return ActionSet::kGrid;
  return {};
}

std::string_view name(ActionSet set) { return set == ActionSet::kPlanner ? "planner" : "grid"; }

int action_count(ActionSet set) {
  return set == ActionSet::kPlanner ? 2 * static_cast<int>(ObjectFeatures::kRows) : kDirections;
}

std::optional<Shot> action_shot(ActionSet set, int action, std::span<const float> table) {
  if (set == ActionSet::kPlanner)
    return planned_shot(table, static_cast<std::size_t>(action / 2), action % 2 == 1);
  return aimed(radians(static_cast<double>(kLowestDirection_deg + action)), kFullPull_m);
}

}  // namespace novphy
