// Force fields that begin with a touch or a death.

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A wall that the bird hits, a pig before it, a ball on a high shelf, and an upward force on blocks that
/// waits for the trigger.
Task triggered_task(const Trigger& trigger) {
  Task t = worlds::task({"red", "red"}, {{.type = "platform", .at_m = {-7, -2}, .size_m = Vec2{0.5, 3}},
                                         {.type = "pig_small", .at_m = {-9, -3.3}},
                                         {.type = "circle", .material = "wood", .at_m = {10, 9.14}},
                                         {.type = "platform", .at_m = {10, 8.5}, .size_m = Vec2{2, 0.5}}});
  t.effects.emplace_back(ForceField{
      .name = "force_field", .force_n = {0, 20}, .on = {.blocks_above_mps = 0}, .trigger = trigger});
  return t;
}

double height(const World& w) { return worlds::body(w, 2).at_m.y; }

/// The time at which the ball rises, after a flat shot; nothing if it lies until the bird is gone.
std::optional<double> rises_s(const Task& task, double angle_deg) {
  World w = worlds::world(task, true);
  const double low = height(w);
  w.launch(aimed(radians(angle_deg), 1));
  worlds::run_until(w, [&] { return height(w) > low + 0.001 || w.ready(); });
  return height(w) > low + 0.001 ? std::optional(w.time_s()) : std::nullopt;
}

double first_touch_s(const Task& task, double angle_deg, int object) {
  World w = worlds::world(task, true);
  w.launch(aimed(radians(angle_deg), 1));
  worlds::run_until(w, [&] { return w.ready(); });
  for (const Event& e : w.events())
    if (e.kind == EventKind::kContact && e.body == object) return e.time_s;
  return -1;
}

}  // namespace

TEST_CASE("a force begins with the first touch of its trigger, by birds only unless others may") {
  const Trigger wall{.object = 0};
  const double touched_s = first_touch_s(triggered_task(wall), 0, 0);
  REQUIRE(touched_s > 0);
  CHECK(rises_s(triggered_task(wall), 0).value_or(0) == Approx(touched_s).margin(0.05));
  CHECK_FALSE(rises_s(triggered_task(wall), 60));
  CHECK_FALSE(rises_s(triggered_task({.object = 0, .by = {.blocks = true, .pigs = true}}), 0));
  CHECK_FALSE(rises_s(triggered_task({.object = 2}), 0));
}

TEST_CASE("a force begins with the death of its trigger") {
  Task task = triggered_task({.object = 1, .at_death = true});
  World w = worlds::world(task, true);
  w.launch(aimed(radians(-22), 1));
  worlds::run_until(w, [&] { return w.ready(); });
  const Event* death = worlds::find(w, EventKind::kDeath, 1);
  REQUIRE(death != nullptr);
  CHECK(rises_s(task, -22).value_or(0) == Approx(death->time_s).margin(0.05));
  CHECK_FALSE(rises_s(task, 60));
}

TEST_CASE("touches of settling begin nothing") {
  Task task = triggered_task({.object = 3, .by = {.blocks = true}});
  task.objects[2].at_m.y = 9.5;  // the ball falls on the shelf
  CHECK_FALSE(rises_s(task, 60));
}

TEST_CASE("with birds that must be gone, both must have happened") {
  Task task = triggered_task({.object = 0});
  std::get<ForceField>(task.effects[0]).after_birds_gone = 1;
  World w = worlds::world(task);
  w.launch(aimed(0, 1));
  const double low = height(w);
  worlds::run_until(w, [&] { return worlds::body(w, worlds::bird_id(w)).bird == BirdPhase::kGone; });
  CHECK(height(w) == low);
  worlds::run_for(w, 0.5);
  CHECK(height(w) > low + 0.1);
}

TEST_CASE("a snapshot holds what has been triggered") {
  World w = worlds::world(triggered_task({.object = 0}));
  w.launch(aimed(0, 1));
  const World::Snapshot before = w.save();
  worlds::run_for(w, 3);
  const std::uint64_t digest = w.digest();
  const World::Snapshot after = w.save();
  worlds::run_for(w, 0.5);
  const std::uint64_t later = w.digest();
  w.restore(before);
  worlds::run_for(w, 3);
  CHECK(w.digest() == digest);
  w.restore(after);
  worlds::run_for(w, 0.5);
  CHECK(w.digest() == later);
}

TEST_CASE("certain ends wait for touches of birds that may begin a force, and for nothing else") {
  const std::vector<double> angles{-22, -5, 0, 20, 60, 100};
  for (const Trigger& trigger :
       {Trigger{.object = 0}, Trigger{.object = 1}, Trigger{.object = 1, .at_death = true},
        Trigger{.object = 2, .by = {.birds = true, .pigs = true}},
        Trigger{.object = 0, .by = {.blocks = true}}}) {
    Task task = triggered_task(trigger);
    CHECK(worlds::plays_that_certain_ends_change(task, angles) == 0);
    std::get<ForceField>(task.effects[0]).on = {.birds_above_mps = 0};
    CHECK(worlds::plays_that_certain_ends_change(task, angles) == 0);
  }
  const auto ends_early = [](const Trigger& trigger) {
    Task task = triggered_task(trigger);
    task.birds = {"red"};
    return play(task, std::vector{aimed(radians(60), 1)}, worlds::catalogue(), worlds::standard())
        .certain_end;
  };
  CHECK_FALSE(ends_early({.object = 0}));
  CHECK(ends_early({.object = 1, .at_death = true}));
  CHECK(ends_early({.object = 0, .by = {.blocks = true}}));
}

TEST_CASE("a world refuses a trigger that is no object") {
  CHECK(worlds::refuses(triggered_task({.object = 9})));
  CHECK(worlds::refuses(triggered_task({.object = 0, .by = {.blocks = true, .object = 9}})));
}
