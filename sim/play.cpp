#include "sim/play.h"

#include <algorithm>

#include "sim/world.h"

namespace novphy {

bool launch_due(const World& world, const Shot& shot) {
  if (shot.launch_ms < 0) return world.ready();
  const double asked_s = std::min(shot.launch_ms / 1000.0, world.physics().rules.time_cap_s);
  return world.may_launch() && world.since_launch_s() >= asked_s - 1e-9;
}

Outcome play(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
             const Physics& physics, const PlayOptions& options) {
  World world(task, catalogue, physics, options.log_events);
  for (const Shot& shot : shots) {
    while (!world.end() && world.birds_left() > 0 && !launch_due(world, shot)) world.tick();
    world.launch(shot);
  }
  while (!world.end() && !world.ready()) world.tick();
  world.give_up();
  return world.outcome();
}

}  // namespace novphy
