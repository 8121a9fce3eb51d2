#pragma once

#include <string>
#include <utility>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/tracks.h"
#include "tests/sim/worlds.h"

/// Changes of laws, and throws in small tasks, as the physicist sees them.
namespace novphy::played {

inline const Targets kBirds{.birds_above_mps = 0};
inline const Targets kBlocks{.blocks_above_mps = 0};
inline const Targets kAll{.birds_above_mps = 0, .blocks_above_mps = 0, .pigs_above_mps = 0};

// Places where forces act.
inline EffectChange in_half_plane(double at_m, double side_deg) {
  return {.effect = ForceField{.region = half_plane(at_m, radians(side_deg)), .by_centre = true}};
}
inline EffectChange in_box(const ObjectName& at, Vec2 size_m, Vec2 centre_m = {}) {
  const Box region{.centre_m = centre_m, .size_m = size_m};
  return {.effect = ForceField{.object = kAt, .region = region, .by_centre = true}, .at = at};
}
inline EffectChange in_disc(const ObjectName& at, double radius_m) {
  EffectChange where = in_box(at, {2 * radius_m, 2 * radius_m});
  std::get<ForceField>(where.effect).round = true;
  return where;
}
inline EffectChange in_seen_air() { return {.effect = ForceField{.look = "air_turbulence"}}; }

/// A force with this direction in the world, or in the frame of the object where it acts.
inline EffectChange pushing(const Targets& on, Vec2 force_n, EffectChange where = {}) {
  auto& field = std::get<ForceField>(where.effect);
  field.on = on;
  field.force_n = field.region ? rotated(force_n, -field.region->angle_rad) : force_n;
  return where;
}

inline EffectChange pulling(const Targets& on, const ObjectName& at, double radius_m, double strength,
                            const std::string& repels = "") {
  return {.effect = Magnet{.name = "magnet",
                           .radius_m = radius_m,
                           .strength_n_per_m = strength,
                           .repels = repels,
                           .on = on},
          .at = at};
}

inline EffectChange differing(const Bodies& on, const HiddenFactors& factors) {
  return {.effect = Alteration{.on = on, .factors = factors}};
}

/// The change for those of its blocks and pigs alone that are named.
inline EffectChange only_on(const ObjectName& name, EffectChange change) {
  change.on = name;
  std::visit(
      [](auto& law) {
        if constexpr (requires { law.on.object; }) law.on.object = kOn;
      },
      change.effect);
  return change;
}

/// A later start of a force.
inline EffectChange later(EffectChange change, int after_birds_gone) {
  std::get<ForceField>(change.effect).after_birds_gone = after_birds_gone;
  return change;
}

/// The physics of searches.
inline const Physics& fast() { return worlds::assets().physics.at("fast"); }

inline const BelievedPhysics& physics() {
  static const BelievedPhysics made(fast());
  return made;
}

inline Simulator simulator(unsigned threads = 1) {
  return {.catalogue = worlds::catalogue(), .physics = physics(), .threads = threads};
}

/// A pig on a shelf in reach of the birds.
inline Task shelf(std::vector<std::string> birds = {"red"}) {
  Task task = worlds::task(std::move(birds));
  task.objects = {{.type = "platform", .at_m = {2, -1}, .size_m = Vec2{3, 0.4}},
                  {.type = "pig_small", .at_m = {2, -0.59}}};
  return task;
}

/// The pig of the shelf on the ground, nearer.
inline Task on_the_ground() {
  Task task = shelf();
  task.objects[1].at_m = {-2, -3.28};
  return task;
}

/// A direct throw at the pig on the shelf.
inline Shot at_shelf() { return aimed(radians(30), 1); }

inline Observation seen_now(const World& world) { return observe(world, worlds::assets().colours, false); }

inline Believed believed_now(const World& world) {
  return believe(std::vector{seen_now(world)}, worlds::catalogue(), worlds::assets().colours);
}

/// The shelf, with a slingshot that throws by this factor faster than the normal one.
inline Task shelf_with_launch(double speed_factor) {
  Task task = shelf();
  task.slingshot.speed_factor = speed_factor;
  return task;
}

/// What is seen of a throw: a moment at rest, then one every kFineFrameMs.
struct Watched {
  Flight fine{};
  Turns turns{};
};

inline Watched watched_throw(World& world, const Shot& shot, const Believed& believed) {
  Watched watched;
  const auto watch = [&] {
    watched.fine.push_back(frame_of(seen_now(world), believed));
    watched.turns.see(seen_now(world), believed);
  };
  watch();
  world.launch(shot);
  while (watched.fine.size() <= kMostFrames * kFineFrames && !world.end() && !world.ready()) {
    const double until_s = static_cast<double>(watched.fine.size()) * kFineFrameMs / 1000.0 - 1e-9;
    while (!world.end() && !world.ready() && world.since_launch_s() < until_s) world.tick();
    watch();
  }
  return watched;
}

/// The first throw in a task, as it is seen in the world of the standard physics.
inline Episode thrown(const Task& truth, const Shot& shot, int plays = 8) {
  World world(truth, worlds::catalogue(), worlds::standard());
  Episode episode{.believed = believed_now(world), .shot = shot};
  episode.tasks = draw(episode.believed, plays, 1);
  const Watched watched = watched_throw(world, shot, episode.believed);
  see(episode, watched.fine, watched.turns, true, simulator());
  episode.usual = believed_flights(episode, {}, static_cast<std::size_t>(plays), simulator());
  episode.surprise = surprise(episode.seen, episode.usual, exactly_in(episode, simulator().exactly));
  return episode;
}

}  // namespace novphy::played
