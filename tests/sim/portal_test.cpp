// Boxes from which bodies go on elsewhere.

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

constexpr Vec2 kExit{6, 5};

/// A portal in the way of a flat shot, in a world without gravity.
Portal in_the_way(double turn_deg = 0) {
  return {.region = {{-8, -1.7}, {1, 4}, 0}, .to_m = kExit, .turn_rad = radians(turn_deg)};
}

Task portal_task(std::vector<Portal> laws, std::vector<Object> objects = {},
                 std::vector<std::string> birds = {"red", "red"}) {
  Task t = worlds::task(std::move(birds), std::move(objects));
  t.gravity_mps2 = {};
  for (Portal& law : laws) t.effects.emplace_back(std::move(law));
  return t;
}

World flat_shot(const Task& task, double seconds) {
  World w = worlds::world(task);
  w.launch(aimed(0, 1));
  worlds::run_for(w, seconds);
  return w;
}

}  // namespace

TEST_CASE("a bird goes on from a portal as if the box with all in it had been moved and turned") {
  const auto bird = [](const World& w) { return worlds::body(w, worlds::bird_id(w)); };
  const BodyView straight = bird(flat_shot(portal_task({}), 0.8));
  for (const double turn_deg : {0.0, 90.0, -135.0}) {
    const World w = flat_shot(portal_task({in_the_way(turn_deg)}), 0.8);
    const Vec2 expected = kExit + rotated(straight.at_m - in_the_way().region.centre_m, radians(turn_deg));
    CHECK(bird(w).at_m.x == Approx(expected.x).margin(1e-4));
    CHECK(bird(w).at_m.y == Approx(expected.y).margin(1e-4));
    const Vec2 velocity = rotated(straight.velocity_mps, radians(turn_deg));
    CHECK(bird(w).velocity_mps.x == Approx(velocity.x).margin(1e-4));
    CHECK(bird(w).velocity_mps.y == Approx(velocity.y).margin(1e-4));
    CHECK(bird(w).angle_rad == Approx(straight.angle_rad + radians(turn_deg)).margin(1e-4));
  }
}

TEST_CASE("a portal takes only the bodies that it names") {
  const Object block{.type = "square_small", .material = "wood", .at_m = {-8, -2}};
  const auto goes = [&](const Bodies& on) {
    Portal law = in_the_way();
    law.on = on;
    World w = worlds::world(portal_task({law}, {block}));
    w.tick();
    return w.body(0).at_m.x > 0;
  };
  CHECK(goes({.blocks = true}));
  CHECK(goes({.blocks = true, .material = "wood", .object = 0}));
  CHECK_FALSE(goes({.birds = true, .pigs = true}));
  CHECK_FALSE(goes({.blocks = true, .material = "ice"}));
}

TEST_CASE("a body that comes out in another portal goes on through it only after it has left") {
  // Each of the two portals leads into the other. The bird comes out of the second where it first went in.
  Portal back = in_the_way();
  std::swap(back.region.centre_m, back.to_m);
  const World w = flat_shot(portal_task({in_the_way(), back}), 0.8);
  const World once = flat_shot(portal_task({in_the_way()}), 0.8);
  CHECK(w.digest() == once.digest());
  // A third one right behind the exit takes the bird.
  Portal behind{.region = {kExit + Vec2{1, 0}, {1, 4}, 0}, .to_m = {-11, 6}};
  CHECK(worlds::body(flat_shot(portal_task({in_the_way(), behind}), 0.8), worlds::bird_id(w)).at_m.x < -5);
}

TEST_CASE("a fall from a portal to the portal above ends at a bounded speed, and the play at its time") {
  Task task = portal_task({{.region = {{5, -2.2}, {3, 2.4}, 0}, .to_m = {5, 6}}},
                          {{.type = "square_small",
                            .material = "stone",
                            .at_m = {5, 5},
                            .hidden = {.gravity = 100, .life = 100}}});
  task.gravity_mps2 = {0, -9.81};
  World w(task, worlds::catalogue(), worlds::standard());
  w.launch(aimed(radians(100), 1));
  double fastest_mps = 0;
  worlds::run_until(w, [&] {
    fastest_mps = std::max(fastest_mps, length(w.body(0).velocity_mps));
    return w.ready();
  });
  CHECK(fastest_mps > 90);
  CHECK(fastest_mps < 200);
  w.launch(aimed(radians(100), 1));
  worlds::run_until(w, [] { return false; });
  CHECK(w.end() == End::kTime);
}

TEST_CASE("snapshots hold who has not left an exit") {
  Portal back = in_the_way();
  std::swap(back.region.centre_m, back.to_m);
  World w = flat_shot(portal_task({in_the_way(), back}), 0.1);
  const World::Snapshot before = w.save();
  worlds::run_until(w, [&] { return worlds::body(w, worlds::bird_id(w)).at_m.x > 0; });
  const World::Snapshot inside = w.save();
  worlds::run_for(w, 0.6);
  const std::uint64_t digest = w.digest();
  w.restore(before);
  worlds::run_for(w, 0.05);
  w.restore(inside);
  worlds::run_for(w, 0.6);
  CHECK(w.digest() == digest);
}

TEST_CASE("what leaned on a body that a portal took falls, and is not still before") {
  Task task = worlds::task(
      {"red"}, {{.type = "square_small", .material = "wood", .at_m = {-8, -3.28}, .hidden = {.life = 100}},
                {.type = "square_small", .material = "stone", .at_m = {-8, -2.85}}});
  task.effects.emplace_back(
      Portal{.region = {{-8, -3.3}, {0.3, 0.3}, 0}, .to_m = {8, 0}, .on = {.blocks = true, .object = 0}});
  World w = worlds::world(task);
  worlds::run_for(w, 1.5);
  CHECK(w.body(0).at_m.x == Approx(8).margin(0.5));
  CHECK(w.body(1).at_m.y < -3);
}

TEST_CASE("certain ends wait while a bird may reach a portal") {
  const std::vector<Object> objects{{.type = "square_small", .material = "wood", .at_m = {6, -3.28}},
                                    {.type = "pig_small", .at_m = {-14, -3.3}}};
  for (const Portal& law :
       {Portal{.region = {{2, -3}, {1, 1}, 0}, .to_m = {-14, 0}, .turn_rad = radians(-90)},
        Portal{.region = {{0, 0}, {2, 9}, 0}, .to_m = {5, 2}, .turn_rad = radians(200)},
        Portal{.region = {{-13, -3}, {2, 1}, 0}, .to_m = {5, 2}}}) {
    Task task = portal_task({law}, objects, {"red", "blue"});
    task.gravity_mps2 = {0, -9.81};
    CHECK(worlds::plays_that_certain_ends_change(task) == 0);
  }
}

TEST_CASE("a world refuses portals that are no boxes") {
  const auto refused = [](auto change) {
    Portal law = in_the_way();
    change(law);
    return worlds::refuses(portal_task({law}));
  };
  CHECK_FALSE(refused([](Portal&) {}));
  CHECK(refused([](Portal& p) { p.region.size_m.x = 0; }));
  CHECK(refused([](Portal& p) { p.to_m.y = std::nan(""); }));
  CHECK(refused([](Portal& p) { p.turn_rad = std::nan(""); }));
  CHECK(refused([](Portal& p) { p.on.object = 9; }));
}
