#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "serve/tools/tool.h"
#include "sim/world.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// How near the bird of a throw comes to a place, from its rest point.
double misses_by(const AimedThrow& thrown, Vec2 place_m) {
  const Task task = worlds::task();
  World world(task, worlds::catalogue(), worlds::standard());
  const Vec2 rest = task.slingshot.at_m + worlds::catalogue().launch.anchor_offset_m;
  world.launch(aimed(radians(thrown.angle_deg), thrown.pull_m));
  const int bird = worlds::bird_id(world);
  double nearest = std::numeric_limits<double>::max();
  while (!world.end() && world.body(bird).present) {
    nearest = std::min(nearest, length(world.body(bird).at_m - rest - place_m));
    world.tick();
  }
  return nearest;
}

}  // namespace

TEST_CASE("a throw at a place meets it, low and high, with any pull that reaches it") {
  for (const Vec2 place : {Vec2{8, 1}, Vec2{5, -1}, Vec2{3, 4}, Vec2{14, 0}})
    for (const double pull_m : {1.0, 0.9})
      for (const bool high : {false, true}) {
        CAPTURE(place.x, place.y, pull_m, high);
        const auto thrown = throw_at(place, high, pull_m, worlds::catalogue(), worlds::red());
        REQUIRE(thrown);
        CHECK(thrown->pull_m == pull_m);
        CHECK(misses_by(*thrown, place) < 0.15);
      }
}

TEST_CASE("the high way is steeper, and places to the left are thrown at to the left") {
  const auto at = [](Vec2 place, bool high) {
    return throw_at(place, high, 1, worlds::catalogue(), worlds::red()).value().angle_deg;
  };
  CHECK(at({8, 0}, true) > at({8, 0}, false) + 10);
  CHECK(at({-8, 0}, false) == Approx(180 - at({8, 0}, false)));
}

TEST_CASE("a place out of reach has no throw") {
  CHECK_FALSE(throw_at({40, 0}, false, 1, worlds::catalogue(), worlds::red()));
  CHECK_FALSE(throw_at({8, 0}, false, 0.2, worlds::catalogue(), worlds::red()));
}
