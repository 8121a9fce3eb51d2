#include "learning/moments.h"

#include "sim/play.h"

namespace novphy {
namespace {

bool passes(World& world, const Shot& shot) {
  play_turn(world, shot);
  return world.end() == End::kPigsGone;
}

/// One of the shots that do not pass, or nothing where there is none.
std::optional<Shot> drawn_failure(const Shots& shots, const std::vector<ActionResult>& results, Rng& rng) {
  std::vector<Shot> failures;
  for (std::size_t i = 0; i < shots.size(); ++i)
    if (results[i] == ActionResult::kFails) failures.push_back(*shots[i]);
  if (failures.empty()) return {};
  return failures[static_cast<std::size_t>(rng.integer(0, static_cast<int>(failures.size()) - 1))];
}

}  // namespace

Sight::Sight(const World& world, const ObjectTable& eye) : table(ObjectTable::size()) {
  eye.observe_into(world, table);
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

std::vector<Moment> moments_of(const Task& task, ActionSet set, const Lab& lab, Rng& rng) {
  std::vector<Moment> moments;
  World world(task, lab.catalogue, lab.physics);
  while (!world.end()) {
    const Sight sight(world, lab.eye);
    const Shots shots = shots_at(set, sight);
    const World::Snapshot before = world.save();
    Moment& moment = moments.emplace_back(Moment{.features = sight.features});
    for (const std::optional<Shot>& shot : shots) {
      world.restore(before);
      moment.results.push_back(!shot                  ? ActionResult::kNoShot
                               : passes(world, *shot) ? ActionResult::kPasses
                                                      : ActionResult::kFails);
    }
    world.restore(before);
    const std::optional<Shot> failure = drawn_failure(shots, moment.results, rng);
    if (!failure) break;
    play_turn(world, *failure);
  }
  return moments;
}

}  // namespace novphy
