#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "agents/throws.h"
#include "sim/rng.h"
#include "sim/world.h"
#include "view/object_table.h"

namespace novphy {

/// What an action's shot does with the bird on the slingshot. A shot advances if no action passes, more birds
/// are left, and no other action leaves the pigs with less life. The life of a pig of Kind::birds_to_die
/// falls with each bird that hits it.
enum class ActionResult : std::uint8_t { kNoShot, kFails, kAdvances, kPasses };

using Features = std::array<float, ObjectFeatures::size()>;

/// A moment at which a bird waits on the slingshot.
struct DecisionPoint {
  Features features{};
  std::vector<ActionResult> results{};  ///< one for each action of the set
};

/// What training uses to play worlds and to see them.
struct PlaySetting {
  const Catalogue& catalogue;
  const Physics& physics;
  const ObjectTable& object_table;
};

/// What an agent sees of a world at one moment: the cells of the ObjectTable, and the features computed from
/// them.
struct Sight {
  Sight(const World& world, const ObjectTable& object_table);
  explicit Sight(const Observation& seen);
  std::vector<float> table;
  Features features{};
};

/// The shots of all actions at one moment. Nothing for an action without a shot.
using Shots = std::vector<std::optional<Shot>>;
Shots shots_at(ActionSet set, const Sight& sight);

/// Plays every action at each moment of the task at which a bird waits. Between two moments, the bird takes a
/// shot that advances or, if there is none, one that fails; `rng` draws it. The moments end when every shot
/// passes. Throws std::invalid_argument for a task that World refuses.
std::vector<DecisionPoint> decision_points_of(const Task& task, ActionSet set, const PlaySetting& setting,
                                              Rng& rng);

}  // namespace novphy
