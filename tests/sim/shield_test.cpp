// Pigs and blocks that only some bodies can hurt.

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A wooden block at the left, a pig in the middle, TNT at its right.
Task shielded_task(std::vector<Shield> shields, const std::string& pig = "pig_small",
                   const std::string& bird = "red") {
  Task t = worlds::task({bird, bird, bird}, {{.type = pig, .at_m = {-7, pig == "pig_small" ? -3.3 : -3.0}},
                                             {.type = "tnt", .at_m = {-5.5, -3.17}},
                                             {.type = "circle", .material = "stone", .at_m = {-7, 6}},
                                             {.type = "circle", .material = "wood", .at_m = {-9, -3.11}}});
  for (Shield& shield : shields) t.effects.emplace_back(std::move(shield));
  return t;
}

/// Causes of the damage that the pig takes, before settling is over and from a fall of the stone.
bool stone_hurts(const std::vector<Shield>& shields) {
  World w(shielded_task(shields), worlds::catalogue(), worlds::unsettled(), true);
  worlds::run_for(w, 3);
  const auto events = w.events();
  return std::any_of(events.begin(), events.end(), [](const Event& e) {
    return e.kind == EventKind::kDamage && e.body == 0 && e.other == 2;
  });
}

bool bird_kills(const std::vector<Shield>& shields, const std::string& pig = "pig_small") {
  Task task = shielded_task(shields, pig);
  task.objects[2].at_m = {12, -3.11};
  task.objects[3].at_m = {10, -3.11};
  World w = worlds::world(task);
  for (int bird = 0; bird < 3; ++bird) {
    w.launch(aimed(radians(-8), 1));
    worlds::run_until(w, [&] { return w.ready() || !w.body(0).present; });
  }
  return !w.body(0).present;
}

const Bodies kBirds{.birds = true};
const Bodies kStone{.blocks = true, .material = "stone"};

}  // namespace

TEST_CASE("a shielded pig loses life only by what its shield names") {
  CHECK(stone_hurts({}));
  CHECK(stone_hurts({{.by = kStone}}));
  CHECK(stone_hurts({{.by = {.blocks = true, .object = 2}}}));
  CHECK_FALSE(stone_hurts({{.by = kBirds}}));
  CHECK_FALSE(stone_hurts({{.by = {.blocks = true, .material = "wood"}}}));
  CHECK_FALSE(stone_hurts({{.by = kStone}, {.by = kBirds}}));  // it must pass both
  CHECK(stone_hurts({{.on = {.pigs = true, .object = 5}, .by = kBirds}}));
  CHECK(stone_hurts({{.on = {.blocks = true}, .by = kBirds}}));
}

TEST_CASE("birds kill a pig, and count for a big one, only if its shield names them") {
  for (const char* pig : {"pig_small", "pig_big"}) {
    CAPTURE(pig);
    CHECK(bird_kills({}, pig));
    CHECK(bird_kills({{.by = kBirds}}, pig));
    CHECK_FALSE(bird_kills({{.by = kStone}}, pig));
  }
}

TEST_CASE("explosions hurt by what exploded") {
  const auto bomb_kills = [](const Bodies& by) {
    Task task = shielded_task({{.by = by}}, "pig_small", "black");
    task.objects[1].at_m = {14, -3.17};
    task.objects[2].at_m = {12, -3.11};
    task.objects[3].at_m = {10, -3.11};
    World w = worlds::world(task, true);
    w.launch(aimed(radians(-5), 1, 550));
    worlds::run_until(w, [&] { return w.ready(); });
    return worlds::count(w, EventKind::kDamage, "explosion") > 0 && !w.body(0).present;
  };
  CHECK(bomb_kills({.birds = true}));
  CHECK_FALSE(bomb_kills({.blocks = true}));
  const auto tnt_kills = [](const Bodies& by) {
    Task task = shielded_task({{.by = by}});
    task.objects[2].at_m = {-5.5, 4};  // falls on the TNT
    task.objects[3].at_m = {10, -3.11};
    World w(task, worlds::catalogue(), worlds::unsettled(), true);
    worlds::run_for(w, 3);
    CHECK_FALSE(w.body(1).present);
    return !w.body(0).present;
  };
  CHECK(tnt_kills({.blocks = true}));
  CHECK_FALSE(tnt_kills({.birds = true}));
  CHECK_FALSE(tnt_kills(kStone));
}

TEST_CASE("a shielded pig still dies by leaving the world, and no shield changes certain ends") {
  Task task = shielded_task({{.by = kStone}});
  task.objects[0].at_m = {14.3, 0};
  task.gravity_mps2 = {20, -9.81};
  World w(task, worlds::catalogue(), worlds::unsettled(), true);
  worlds::run_until(
      w, [&] { return !w.body(0).present; }, 10);
  REQUIRE(worlds::find(w, EventKind::kDeath, 0) != nullptr);
  CHECK(worlds::find(w, EventKind::kDeath, 0)->cause == "left");
  for (const Bodies& by : {kBirds, kStone})
    CHECK(worlds::plays_that_certain_ends_change(shielded_task({{.by = by}}, "pig_medium")) == 0);
}

TEST_CASE("a world refuses a shield of an object that is not there") {
  CHECK(worlds::refuses(shielded_task({{.on = {.pigs = true, .object = 9}, .by = kBirds}})));
  CHECK(worlds::refuses(shielded_task({{.by = {.blocks = true, .object = 9}}})));
}
