#include "bench/experiments/what_came.h"

#include <cmath>

#include "base/hash.h"
#include "sim/play.h"

namespace novphy {
namespace {

bool is_fixed(Category category) {
  return category == Category::kPlatform || category == Category::kFan || category == Category::kGround ||
         category == Category::kSlingshot;
}

/// Whether the body is neither a bird nor fixed. Birds and fixed bodies alone cannot change the result of a
/// play.
bool matters(const World& world, int body) {
  if (body < 0) return false;
  const Category category = world.body(body).kind->category;
  return category != Category::kBird && !is_fixed(category);
}

bool matters(const World& world, const Event& event) {
  if (event.kind == EventKind::kScore) return true;
  if (event.kind == EventKind::kPush) return false;  // a push is logged when it ends, perhaps in a later turn
  return matters(world, event.body) || (event.kind == EventKind::kContact && matters(world, event.other));
}

void add_objects(const World& world, Hash& hash) {
  for (int id = 0; id < static_cast<int>(world.task().objects.size()); ++id) {
    const BodyView body = world.body(id);
    hash.add(body.present ? 1 : 0).add(body.life_left).add(body.at_m.x).add(body.at_m.y).add(body.angle_rad);
  }
}

void add_event(const World& world, const Event& event, double launch_s, Hash& hash) {
  const auto since_launch = std::llround((event.time_s - launch_s) / world.physics().step_s);
  hash.add(static_cast<std::int64_t>(since_launch)).add(static_cast<int>(event.kind)).add(event.body);
  hash.add(event.other).add(event.speed_mps).add(event.amount);
}

}  // namespace

WhatCame what_came(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                   const Physics& physics) {
  Playback playback(task, shots, catalogue, physics, {.log_events = true});
  const World& world = playback.world();
  WhatCame came;
  Hash turn;
  double launch_s = 0;
  std::size_t seen = 0;
  bool more = true;
  while (more) {
    if (playback.next_shot() && !world.end() && launch_due(world, *playback.next_shot())) {
      came.turns.push_back(turn.value());
      turn = Hash();
      add_objects(world, turn);
      launch_s = world.time_s();
    }
    more = playback.step();
    for (; seen < world.events().size(); ++seen)
      if (matters(world, world.events()[seen])) add_event(world, world.events()[seen], launch_s, turn);
  }
  came.turns.push_back(turn.value());
  const Outcome outcome = world.outcome();
  came.won = outcome.won;
  came.score = outcome.score;
  came.steps = outcome.steps;
  return came;
}

}  // namespace novphy
