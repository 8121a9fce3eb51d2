// Tests of objects that differ from their kind, and of slingshots with another launch speed.

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// The first object after a fall of 0.5 s, from 10 m above the ground.
BodyView fallen(const HiddenFactors& hidden) {
  Task t = worlds::task({"red"}, {{.type = "pig_small", .at_m = {5, 6.5}, .hidden = hidden}});
  World w(t, worlds::catalogue(), worlds::unsettled());
  worlds::run_until(w, [&] { return w.time_s() >= 0.5; });
  return w.body(0);
}

/// Distance that a block on the ground moves when a bird hits the block from the side.
double moved_m(const HiddenFactors& hidden) {
  const Task t = worlds::task(
      {"red"}, {{.type = "square_hole", .material = "stone", .at_m = {-6, -3.07}, .hidden = hidden}});
  World w(t, worlds::catalogue(), worlds::watched());
  const double before = w.body(0).at_m.x;
  w.launch(aimed(radians(-5), 1));
  worlds::run_until(w, [&] { return w.ready() || w.end().has_value(); });
  return w.body(0).at_m.x - before;
}

/// The restitution of a stone ball that falls on the ground: its speed after the bounce, as a share of that
/// before it.
double restitution(const HiddenFactors& hidden) {
  World w(worlds::task({"red"}, {{.type = "circle", .material = "stone", .at_m = {5, 0}, .hidden = hidden}}),
          worlds::catalogue(), worlds::unsettled());
  double before_mps = 0;
  worlds::run_until(w, [&] {
    const double now_mps = w.body(0).velocity_mps.y;
    before_mps = std::min(before_mps, now_mps);
    return now_mps >= 0 && before_mps < 0;
  });
  return w.body(0).velocity_mps.y / -before_mps;
}

}  // namespace

TEST_CASE("an object falls by its factor on gravity, and floats at 0") {
  const double drop_m = 6.5 - fallen({}).at_m.y;
  CHECK(drop_m > 0.5);
  CHECK(6.5 - fallen({.gravity = 0.5}).at_m.y == Approx(drop_m / 2).margin(1e-4));
  CHECK(fallen({.gravity = 0}).at_m == Vec2{5, 6.5});
  CHECK(fallen({.mass = 7, .friction = 0, .life = 9, .bounce = 3}).at_m.y == fallen({}).at_m.y);
}

TEST_CASE("a heavy block moves less when hit, a slippery one farther") {
  CHECK(moved_m({}) > 0.02);
  CHECK(moved_m({.mass = 20}) < moved_m({}) / 2);
  CHECK(moved_m({.friction = 0.02}) > 2 * moved_m({}));
}

TEST_CASE("an object bounces by its factor, and never adds to its speed") {
  const double own = worlds::catalogue().find("circle", "stone")->restitution;
  CHECK(restitution({}) == Approx(own).margin(0.01));
  CHECK(restitution({.bounce = 0}) == Approx(0).margin(0.01));
  CHECK(restitution({.bounce = 7}) == Approx(7 * own).margin(0.01));
  CHECK(restitution({.bounce = 100}) == Approx(1).margin(0.01));
}

TEST_CASE("a tough pig survives what kills its like") {
  const auto survives = [](double life) {
    // The wall keeps the pig in the world.
    World w(worlds::task({"red"}, {{.type = "pig_medium", .at_m = {-7, -3.105}, .hidden = {.life = life}},
                                   {.type = "platform", .at_m = {-3, -1}, .size_m = Vec2{0.5, 5}}}),
            worlds::catalogue(), worlds::watched());
    w.launch(aimed(radians(-10), 1));
    worlds::run_until(w, [&] { return w.ready() || w.end().has_value(); });
    return w.body(0).present;
  };
  CHECK_FALSE(survives(1));
  CHECK(survives(100));
}

TEST_CASE("an object unlike its kind looks like the others") {
  const auto seen = [](const HiddenFactors& hidden) {
    const Task t =
        worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {0, -3.11}, .hidden = hidden}});
    return observe(World(t, worlds::catalogue(), worlds::unsettled()), worlds::assets().colours, false);
  };
  CHECK(seen({.mass = 4, .friction = 0, .gravity = 0, .life = 9, .bounce = 5}) == seen({}));
}

TEST_CASE(
    "views of an object unlike its kind stay good after the world is gone, because they name the catalogue's "
    "kind") {
  BodyView view;
  {
    const World w(
        worlds::task({"red"},
                     {{.type = "circle", .material = "wood", .at_m = {0, -3.11}, .hidden = {.mass = 4}}}),
        worlds::catalogue(), worlds::unsettled());
    for (const BodyView& each : w.bodies())
      if (each.kind->type == "circle") view = each;
  }
  CHECK(view.kind == worlds::catalogue().find("circle", "wood"));
}

TEST_CASE("factors that Box2D cannot take are refused") {
  const auto make = [](const Object& object) {
    World(worlds::task({"red"}, {object}), worlds::catalogue(), worlds::standard());
  };
  const Object ball{.type = "circle", .material = "wood", .at_m = {0, -3.11}};
  for (const HiddenFactors& bad :
       {HiddenFactors{.mass = 0}, HiddenFactors{.friction = -1}, HiddenFactors{.gravity = std::nan("")},
        HiddenFactors{.life = 1e9}, HiddenFactors{.bounce = -0.1}}) {
    Object object = ball;
    object.hidden = bad;
    CHECK_THROWS_AS(make(object), std::invalid_argument);
  }
  CHECK_THROWS_WITH(
      make({.type = "platform", .at_m = {0, 5}, .size_m = Vec2{1, 1}, .hidden = {.friction = 2}}),
      Catch::Contains("only blocks, pigs and TNT"));
  Task t = worlds::task({"red"}, {ball});
  t.slingshot.speed_factor = 0;
  CHECK_THROWS_AS(World(t, worlds::catalogue(), worlds::standard()), std::invalid_argument);
}

TEST_CASE("the launch speed has the slingshot's factor") {
  const auto launched = [](double factor) {
    Task t = worlds::task({"red"}, {});
    t.slingshot.speed_factor = factor;
    const std::vector<Shot> shots{aimed(radians(30), 0.5)};
    const Outcome outcome = play(t, shots, worlds::catalogue(), worlds::standard(), {.log_events = true});
    return outcome.events.front().vector;
  };
  CHECK(length(launched(1)) == Approx(5));
  CHECK(length(launched(1.5)) == Approx(7.5));
}
