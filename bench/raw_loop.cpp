#include "bench/raw_loop.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "sim/engine.h"
#include "sim/world.h"

namespace novphy {
namespace {

bool is_fixed(const Kind& kind) {
  return kind.category == Category::kPlatform || kind.category == Category::kFan;
}

/// The bodies of a task, by the ids that the game gives them. A bird is null until its launch.
std::vector<b2Body*> add_bodies(b2World& world, const Task& task, const Catalogue& catalogue) {
  std::vector<b2Body*> bodies;
  for (const Object& object : task.objects) {
    const Kind& kind = *catalogue.find(object.type, object.material);
    bodies.push_back(make_body(world, {.id = static_cast<int>(bodies.size()),
                                       .kind = &kind,
                                       .at_m = object.at_m,
                                       .angle_rad = object.angle_rad,
                                       .size_m = object.size_m.value_or(kind.size_m),
                                       .fixed = is_fixed(kind)}));
  }
  bodies.resize(task.objects.size() + task.birds.size());
  make_body(world, {.kind = &catalogue.ground, .fixed = true});
  make_body(world, {.kind = &catalogue.slingshot,
                    .at_m = task.slingshot.at_m,
                    .fixed = true,
                    .layer = CollisionLayer::kSlingshot});
  return bodies;
}

void follow(const Script::Entry& entry, b2World& world, std::vector<b2Body*>& bodies, const Task& task,
            const Catalogue& catalogue) {
  b2Body*& body = bodies[static_cast<std::size_t>(entry.body)];
  if (!entry.launch) {
    if (body != nullptr) world.DestroyBody(body);
    body = nullptr;
    return;
  }
  const std::size_t bird = static_cast<std::size_t>(entry.body) - task.objects.size();
  body = make_body(world, {.id = entry.body,
                           .kind = &catalogue.bird(task.birds[bird])->body,
                           .at_m = entry.at_m,
                           .velocity_mps = entry.velocity_mps,
                           .layer = CollisionLayer::kBird});
}

std::vector<b2Body*> movers_of(const std::vector<b2Body*>& bodies) {
  std::vector<b2Body*> movers;
  for (b2Body* body : bodies)
    if (body != nullptr && body->GetType() == b2_dynamicBody) movers.push_back(body);
  return movers;
}

}  // namespace

Script script_of(const Task& task, const std::vector<Shot>& shots, const Catalogue& catalogue,
                 const Physics& physics) {
  const Outcome outcome = play(task, shots, catalogue, physics, {.log_events = true});
  const std::int64_t settling = std::llround(physics.rules.settle_s / physics.step_s);
  const Vec2 rest = task.slingshot.at_m + catalogue.launch.anchor_offset_m;
  Script script{.steps = outcome.steps};
  for (const Event& e : outcome.events) {
    const bool launch = e.kind == EventKind::kLaunch;
    const bool goes = e.kind == EventKind::kDeath || e.kind == EventKind::kBirdGone;
    const bool of_task = e.body < static_cast<int>(task.objects.size() + task.birds.size());
    if ((!launch && !goes) || !of_task) continue;
    const Vec2 start = rest - (1 / catalogue.launch.speed_per_drag_per_s) * e.vector;
    script.entries.push_back(
        {settling + std::llround(e.time_s / physics.step_s), e.body, launch, start, e.vector});
  }
  return script;
}

int raw_play(const Task& task, const Script& script, const Catalogue& catalogue, const Physics& physics) {
  const auto world = std::make_unique<b2World>(
      b2Vec2(static_cast<float>(task.gravity_mps2.x), static_cast<float>(task.gravity_mps2.y)));
  std::vector<b2Body*> bodies = add_bodies(*world, task, catalogue);
  std::vector<b2Body*> movers = movers_of(bodies);
  const auto step_s = static_cast<float>(physics.step_s);
  auto next = script.entries.begin();
  for (std::int64_t step = 0; step < script.steps; ++step) {
    for (; next != script.entries.end() && next->step <= step; ++next) {
      follow(*next, *world, bodies, task, catalogue);
      movers = movers_of(bodies);
    }
    const int parts = cut_into(physics, movers);
    const Iterations& n = parts > 1 ? physics.cut->iterations : physics.iterations;
    for (int part = 0; part < parts; ++part)
      world->Step(step_s / static_cast<float>(parts), n.velocity, n.position);
  }
  return world->GetContactCount();
}

}  // namespace novphy
