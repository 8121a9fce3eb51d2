#include "agents/action_set.h"

#include <fmt/core.h>

#include <array>

#include "agents/published/planner.h"
#include "view/object_features.h"

namespace novphy {
namespace {

constexpr int kDirections = 180;
constexpr int kLowestDirection_deg = -90;
constexpr double kFullPull_m = 1;
/// Points of a box, in the form that planned_shot() takes.
constexpr std::array<Vec2, 5> kPointsOfBox{{{0.5, 0.5}, {0, 0.5}, {0.5, 0}, {1, 0.5}, {0.5, 1}}};

std::size_t points(ActionSet set) { return set == ActionSet::kPoints ? kPointsOfBox.size() : 1; }

}  // namespace

std::optional<ActionSet> action_set_named(std::string_view name) {
  if (name == "planner") return ActionSet::kPlanner;
  if (name == "points") return ActionSet::kPoints;
  if (name == "grid") return ActionSet::kGrid;
  return {};
}

std::string_view name(ActionSet set) {
  if (set == ActionSet::kGrid) return "grid";
  return set == ActionSet::kPlanner ? "planner" : "points";
}

std::string words(ActionSet set, int action) {
  if (set == ActionSet::kGrid) return fmt::format("{} degrees", kLowestDirection_deg + action);
  const char* height = action % 2 == 1 ? "high" : "low";
  const auto target = static_cast<std::size_t>(action) / 2;
  if (set == ActionSet::kPlanner) return fmt::format("{} at object {}", height, target + 1);
  return fmt::format("{} at point {} of object {}", height, target % points(set) + 1,
                     target / points(set) + 1);
}

int action_count(ActionSet set) {
  return set == ActionSet::kGrid ? kDirections : static_cast<int>(2 * points(set) * ObjectFeatures::kRows);
}

std::optional<Shot> action_shot(ActionSet set, int action, std::span<const float> table) {
  if (set == ActionSet::kGrid)
    return aimed(radians(static_cast<double>(kLowestDirection_deg + action)), kFullPull_m);
  const std::size_t target = static_cast<std::size_t>(action) / 2;
  return planned_shot(table, target / points(set), action % 2 == 1, kPointsOfBox[target % points(set)]);
}

}  // namespace novphy
