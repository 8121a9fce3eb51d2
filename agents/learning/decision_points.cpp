#include "agents/learning/decision_points.h"

#include <algorithm>
#include <limits>

#include "sim/world.h"

namespace novphy {
namespace {

double life_of_pigs(const World& world) {
  double life = 0;
  for (int id = 0; id < world.body_count(); ++id) {
    const BodyView body = world.body(id);
    if (body.kind->category != Category::kPig || !body.present) continue;
    const int bears = body.kind->birds_to_die;
    life += bears > 0 ? 1 - static_cast<double>(body.birds_hit) / bears : body.life_left;
  }
  return life;
}

/// Plays the shots of one moment, all from the same state.
std::vector<ActionResult> results_of(World& world, const Shots& shots) {
  constexpr double kLost = std::numeric_limits<double>::infinity();
  const World::Snapshot start = world.save();
  const double before = life_of_pigs(world);
  std::vector<ActionResult> results;
  std::vector<double> life_left;  // of the pigs; kLost if no bird is left
  for (const std::optional<Shot>& shot : shots) {
    if (shot) play_turn(world, *shot);
    results.push_back(!shot                           ? ActionResult::kNoShot
                      : world.end() == End::kPigsGone ? ActionResult::kPasses
                                                      : ActionResult::kFails);
    life_left.push_back(!shot || world.end() ? kLost : life_of_pigs(world));
    world.restore(start);
  }
  const auto least = std::min_element(life_left.begin(), life_left.end());
  const bool passed = std::count(results.begin(), results.end(), ActionResult::kPasses) > 0;
  if (passed || least == life_left.end() || *least >= before) return results;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (life_left[i] <= *least) results[i] = ActionResult::kAdvances;
  return results;
}

/// A random one of the shots with this result, or nothing if there is none.
std::optional<Shot> drawn(const Shots& shots, const std::vector<ActionResult>& results, ActionResult wanted,
                          Rng& rng) {
  std::vector<Shot> such;
  for (std::size_t i = 0; i < shots.size(); ++i)
    if (results[i] == wanted) such.push_back(*shots[i]);
  return such.empty() ? std::nullopt : std::optional(pick(such, rng));
}

}  // namespace

Sight::Sight(const World& world, const ObjectTable& object_table) : table(ObjectTable::size()) {
  object_table.observe_into(world, table);
  features_of(table, features);
}

Sight::Sight(const Observation& seen) : table(ObjectTable::size()) {
  table_of(seen, table);
  features_of(table, features);
}

Shots shots_at(ActionSet set, const Sight& sight) {
  Shots shots;
  for (int action = 0; action < action_count(set); ++action)
    shots.push_back(action_shot(set, action, sight.table));
  return shots;
}

std::vector<DecisionPoint> decision_points_of(const Task& task, ActionSet set, const PlaySetting& setting,
                                              Rng& rng) {
  std::vector<DecisionPoint> moments;
  World world(task, setting.catalogue, setting.physics);
  while (!world.end()) {
    const Sight sight(world, setting.object_table);
    const Shots shots = shots_at(set, sight);
    const DecisionPoint& moment =
        moments.emplace_back(DecisionPoint{.features = sight.features, .results = results_of(world, shots)});
    std::optional<Shot> next = drawn(shots, moment.results, ActionResult::kAdvances, rng);
    if (!next) next = drawn(shots, moment.results, ActionResult::kFails, rng);
    if (!next) break;
    play_turn(world, *next);
  }
  return moments;
}

}  // namespace novphy
