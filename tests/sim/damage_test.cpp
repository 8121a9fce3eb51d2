#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A task with an object on a shelf right in front of the slingshot, where a flat shot hits the object.
Task target(const Object& object, std::vector<std::string> birds = {"red"}) {
  Object shelf{.type = "platform", .at_m = {-9, -2.5}, .size_m = Vec2{2, 0.4}};
  Task t = worlds::task(std::move(birds), {object, shelf});
  return t;
}

constexpr double kShelfTop = -2.3;

Object on_shelf(const std::string& type, const std::string& material, double half_height) {
  return {.type = type, .material = material, .at_m = {-9, kShelfTop + half_height + 0.015}};
}

World shot_at(const Task& t, double angle_deg = 1) {
  World w = worlds::world(t, true);
  w.launch(aimed(radians(angle_deg), 1));
  worlds::run_until(w, [&] { return worlds::count(w, EventKind::kContact) > 0; });
  return w;
}

}  // namespace

TEST_CASE("a block hit by a red bird loses the relative speed times the bird's factor for its material") {
  for (const auto& [material, factor] : {std::pair{"wood", 0.5}, {"stone", 0.3}, {"ice", 0.75}}) {
    World w = shot_at(target(on_shelf("square_hole", material, 0.42)));
    const Event* contact = worlds::find(w, EventKind::kContact);
    const Event* damage = worlds::find(w, EventKind::kDamage, 0);
    REQUIRE(damage != nullptr);
    CHECK(contact->speed_mps == Approx(10).margin(0.5));
    CHECK(damage->amount == Approx(contact->speed_mps * factor));
  }
}

TEST_CASE("the hit bonus is 10 x round(10 x damage) where the body survives: humans' 240 on a stone ball") {
  World w = shot_at(target(on_shelf("circle", "stone", 0.375)));
  const double damage = worlds::find(w, EventKind::kDamage, 0)->amount;
  CHECK(w.score() == 10 * std::lround(10 * damage));
  CHECK(w.score() > 200);
}

TEST_CASE("a small pig dies of the touch, for 5000 points and no hit bonus") {
  World w = shot_at(target(on_shelf("pig_small", "", 0.2076)), 0.5);
  CHECK(worlds::count(w, EventKind::kDeath, "hit") == 1);
  CHECK(w.score() == 5000);
}

TEST_CASE("a pig falls to its death from a height, and survives a small drop") {
  // Without settling and without a shelf, the pig starts in the air.
  Physics no_settling = worlds::standard();
  no_settling.rules.settle_s = 0;
  const auto life_after_drop = [&](double height) {
    World w(worlds::task({"red"}, {{.type = "pig_medium", .at_m = {0, -3.5 + 0.4 + height}}}),
            worlds::catalogue(), no_settling);
    worlds::run_for(w, 3);
    return worlds::body(w, 0).present;
  };
  // v^2 = 2 g h with g = 9.8: a drop of 0.2 m ends at 2 m/s, and the life of a medium pig is 2.
  CHECK(life_after_drop(0.1));
  CHECK_FALSE(life_after_drop(0.5));
}

TEST_CASE("big pigs die when 3, 2 or 4 different birds have hit them, whatever the speed") {
  for (const auto& [type, needed] :
       {std::pair{"pig_big", 3}, {"pig_big_two_shots", 2}, {"pig_big_four_shots", 4}}) {
    INFO(type);
    const Task t =
        target(on_shelf(type, "", 0.485), std::vector<std::string>(static_cast<std::size_t>(needed), "red"));
    World w = worlds::world(t, true);
    for (int bird = 0; bird < needed; ++bird) {
      CHECK(worlds::body(w, 0).present);
      worlds::run_until(w, [&] { return w.ready(); });
      // The shot aims at the pig's present place, because an earlier hit may have pushed the pig.
      const Vec2 from = w.task().slingshot.at_m + worlds::catalogue().launch.anchor_offset_m;
      const Vec2 way = worlds::body(w, 0).at_m - from;
      w.launch(aimed(std::atan2(way.y + 0.5 * 4.7088 * way.x * way.x / 100, way.x), 1));
      worlds::run_for(w, 3);
    }
    CHECK_FALSE(worlds::body(w, 0).present);
    CHECK(worlds::count(w, EventKind::kDeath, "birds") == 1);
  }
}

TEST_CASE("TNT destroyed by a bird explodes, hurts and pushes what is near") {
  const std::vector<Object> objects{{.type = "tnt", .at_m = {-9, -1.97}},
                                    {.type = "platform", .at_m = {-8, -2.5}, .size_m = Vec2{5, 0.4}},
                                    {.type = "pig_medium", .at_m = {-7.5, -1.905}},
                                    {.type = "square_hole", .material = "stone", .at_m = {-6.5, -1.865}}};
  World w = shot_at(worlds::task({"red"}, objects));
  CHECK_FALSE(worlds::body(w, 0).present);
  CHECK_FALSE(worlds::body(w, 2).present);
  CHECK(worlds::count(w, EventKind::kDeath, "explosion") == 1);
  CHECK(worlds::body(w, 3).life_left < 1);
  CHECK(worlds::body(w, 3).velocity_mps.x > 0);
}

TEST_CASE("explosions set off explosions") {
  std::vector<Object> objects{{.type = "platform", .at_m = {-6, -2.5}, .size_m = Vec2{8, 0.4}}};
  for (int i = 0; i < 3; ++i) objects.push_back({.type = "tnt", .at_m = {-9 + 1.5 * i, -1.97}});
  World w = shot_at(worlds::task({"red"}, objects));
  for (int id = 1; id <= 3; ++id) CHECK_FALSE(worlds::body(w, id).present);
}

TEST_CASE(
    "a composed outline is one collider: one contact of a ball with the ground, not one for each piece") {
  Physics no_settling = worlds::standard();
  no_settling.rules.settle_s = 0;
  World w(worlds::task({"red"}, {{.type = "circle", .material = "stone", .at_m = {0, -2.5}}}),
          worlds::catalogue(), no_settling, true);
  worlds::run_for(w, 2);
  const auto touches = std::count_if(w.events().begin(), w.events().end(), [](const Event& e) {
    return e.kind == EventKind::kContact && e.body == 0 && e.speed_mps > 0.5;
  });
  CHECK(touches == 1);
}

TEST_CASE("what leaves the world dies: a pig counts as killed, a block gives its points") {
  Physics no_settling = worlds::standard();
  no_settling.rules.settle_s = 0;
  for (const auto& [type, material, points] :
       {std::tuple{"pig_small", "", 5000}, {"square_tiny", "ice", 500}}) {
    Task t = worlds::task({"red"}, {{.type = type, .material = material, .at_m = {17.4, 0}}});
    t.effects.push_back(ForceField{.name = "force_field", .force_n = {20, 0}, .on = {0, 0, 0}});
    World w(t, worlds::catalogue(), no_settling, true);
    worlds::run_for(w, 1);
    CHECK(worlds::find(w, EventKind::kDeath, 0)->cause == "left");
    CHECK(w.score() >= points);
  }
}
