#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/shot.h"

namespace novphy {

/// The shots that a learning agent can choose from, numbered from 0.
enum class ActionSet {
  /// A low shot (even numbers) and a high one (odd numbers) at each of the first 24 objects seen, aimed by
  /// the published planner. Source: the NovPhy paper, whose learning agents shoot with the trajectory
  /// planner.
  kPlanner,
  /// The same at five points of each object: the centre of its box, then the middles of the box's left,
  /// upper, right and lower edge. Action 10 o + 2 p + h aims at point p of object o, low (h = 0) or high (h =
  /// 1).
  kPoints,
  /// Full pull in 180 directions to the right, one for each degree from -90 to 89 degrees above the
  /// horizontal. Source: the published code of Phy-Q's learning agents.
  kGrid,
};

/// The set called "planner", "points" or "grid". Nothing for another name.
std::optional<ActionSet> action_set_named(std::string_view name);
std::string_view name(ActionSet set);
/// An action in words: "30 degrees", "low at object 3" or "high at point 2 of object 3".
std::string words(ActionSet set, int action);

int action_count(ActionSet set);

/// The shot of an action, from the cells of an ObjectTable. Nothing for a planner action whose object is
/// missing, lies on the slingshot or is out of reach. `action` must be below action_count().
std::optional<Shot> action_shot(ActionSet set, int action, std::span<const float> table);

}  // namespace novphy
