#pragma once

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "sim/world.h"

/// Small tasks and catalogues for tests.
namespace novphy::worlds {

inline const Assets& assets() {
  static const Assets kAssets = load_assets(NOVPHY_SOURCE_DIR "/assets");
  return kAssets;
}

inline const Catalogue& catalogue() { return assets().catalogue; }
inline const Physics& standard() { return assets().physics.at("standard"); }

/// The kind of a red bird.
inline const Kind& red() { return catalogue().bird("red")->body; }

/// The launch speed of the longest drag.
inline double launch_mps() { return catalogue().launch.speed_per_drag_per_s * catalogue().launch.max_drag_m; }

/// Downward acceleration of bodies of this kind by gravity.
inline double gravity_mps2(const Kind& kind) {
  return -kind.gravity_scale * catalogue().world.gravity_mps2.y;
}

/// The id of the task's bird with index `bird`.
inline int bird_id(const World& world, int bird = 0) {
  return static_cast<int>(world.task().objects.size()) + bird;
}

/// The standard physics without certain ends, for tests that watch birds after a play is decided.
inline const Physics& watched() {
  static const Physics kWatched = without_certain_ends(standard());
  return kWatched;
}

/// The physics of watched() with another time step.
inline Physics with_step(double step_s) {
  Physics physics = watched();
  physics.step_s = step_s;
  return physics;
}

/// The physics of with_step() without settling: bodies move at once from their places in the task.
inline Physics unsettled(double step_s = standard().step_s) {
  Physics physics = with_step(step_s);
  physics.rules.settle_s = 0;
  return physics;
}

/// A copy of the catalogue in which `change` was applied to every kind of object, so that a test can isolate
/// one effect.
inline Catalogue changed(const std::function<void(Kind&)>& change) {
  Catalogue copy = catalogue();
  std::for_each(copy.objects.begin(), copy.objects.end(), change);
  return copy;
}

/// A catalogue with birds that are only circles, as closed forms assume. The outline of a real red bird makes
/// the bird bump along.
inline const Catalogue& round_birds() {
  static const Catalogue kRound = [] {
    Catalogue copy = catalogue();
    for (BirdKind& bird : copy.birds) bird.body.shape = {.radius_m = bird.body.shape.radius_m};
    return copy;
  }();
  return kRound;
}

/// A task with these birds and objects, and a pig out of the way on a high shelf at the right.
inline Task task(std::vector<std::string> birds = {"red"}, std::vector<Object> objects = {}) {
  Task t{.width_m = catalogue().world.width_m,
         .gravity_mps2 = catalogue().world.gravity_mps2,
         .slingshot = catalogue().world.slingshot,
         .birds = std::move(birds)};
  t.objects = std::move(objects);
  t.objects.push_back({.type = "platform", .at_m = {15, 9}, .size_m = Vec2{2, 0.5}});
  t.objects.push_back({.type = "pig_small", .at_m = {15, 9.5}});
  return t;
}

/// The number of birds of these angles whose plays, with all birds thrown alike, win or score otherwise with
/// certain ends than without. A law must leave it at 0.
inline int plays_that_certain_ends_change(const Task& task,
                                          const std::vector<double>& angles_deg = {-10, 5, 20, 40, 60, 100}) {
  return static_cast<int>(std::count_if(angles_deg.begin(), angles_deg.end(), [&](double angle_deg) {
    const std::vector shots(task.birds.size(), aimed(radians(angle_deg), 1));
    const Outcome soon = play(task, shots, catalogue(), standard());
    const Outcome late = play(task, shots, catalogue(), watched());
    return soon.won != late.won || soon.score != late.score;
  }));
}

/// Whether a world refuses to play this task.
inline bool refuses(const Task& t) {
  try {
    const World refused(t, catalogue(), standard());
    return false;
  } catch (const std::invalid_argument&) {
    return true;
  }
}

inline World world(const Task& t, bool log_events = false) { return {t, catalogue(), watched(), log_events}; }

inline void run_until(World& w, const std::function<bool()>& done, double most_s = 60) {
  const double until = w.time_s() + most_s;
  while (!w.end() && !done() && w.time_s() < until) w.tick();
}

inline void run_for(World& w, double seconds) {
  const double until = w.time_s() + seconds - 1e-9;
  while (!w.end() && w.time_s() < until) w.tick();
}

inline BodyView body(const World& w, int id) { return w.bodies().at(static_cast<std::size_t>(id)); }

/// Number of events of this kind in the log, and of this cause unless `cause` is empty.
inline long count(const World& w, EventKind kind, const std::string& cause = "") {
  const auto events = w.events();
  return std::count_if(events.begin(), events.end(),
                       [&](const Event& e) { return e.kind == kind && (cause.empty() || e.cause == cause); });
}

inline const Event* find(const World& w, EventKind kind, int of_body = -1) {
  const auto events = w.events();
  const auto it = std::find_if(events.begin(), events.end(), [&](const Event& e) {
    return e.kind == kind && (of_body < 0 || e.body == of_body);
  });
  return it == events.end() ? nullptr : &*it;
}

}  // namespace novphy::worlds
