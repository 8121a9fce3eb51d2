#include <catch2/catch.hpp>
#include <cmath>

#include "tests/sim/worlds.h"
#include "view/stage.h"

using namespace novphy;

namespace {

/// The shapes of an effect in a task with a platform of 4 m by 1 m, a ball and a pig.
std::vector<FieldShape> shapes_of(const Effect& effect, double angle_rad = 0) {
  Task task = worlds::task({"red"});
  task.objects = {{.type = "platform", .at_m = {2, 0}, .angle_rad = angle_rad, .size_m = Vec2{4, 1}},
                  {.type = "circle", .material = "stone", .at_m = {-4, 2}},
                  {.type = "pig_small", .at_m = {8, -3.3}}};
  task.effects = {effect};
  return field_shapes(World(task, worlds::catalogue(), worlds::assets().physics.at("standard")));
}

}  // namespace

TEST_CASE("a portal is drawn as its box with an arrow to the exit, and the exit") {
  const Portal portal{.region = {{-6, 0}, {1, 4}, 0}, .to_m = {4, 5}, .turn_rad = radians(90)};
  const std::vector<FieldShape> shapes = shapes_of(portal);
  REQUIRE(shapes.size() == 2);
  CHECK(shapes[0].outline.size() == 4);
  REQUIRE(shapes[0].arrows.size() == 1);
  CHECK(shapes[0].arrows[0].from_m == Vec2{-6, 0});
  CHECK(shapes[0].arrows[0].along_m == Vec2{10, 5});
  for (const Vec2 corner : shapes[1].outline) {
    CHECK(std::abs(corner.x - 4) == Approx(2));  // the box lies on its side
    CHECK(std::abs(corner.y - 5) == Approx(0.5));
  }
}

TEST_CASE("a belt is an arrow along the platform's top, as long as a second carries") {
  const auto belt = shapes_of(PlatformSurface{.object = 0, .speed_mps = -2});
  REQUIRE(belt.size() == 1);
  CHECK(belt[0].outline.empty());
  CHECK(belt[0].arrows[0].from_m.y > 0.5);
  CHECK(belt[0].arrows[0].along_m == Vec2{-2, 0});
  const auto upright = shapes_of(PlatformSurface{.object = 0, .speed_mps = 2}, radians(90));
  CHECK(upright[0].arrows[0].along_m.y == Approx(2));
  CHECK(shapes_of(PlatformSurface{.object = 0, .one_way = true}).empty());
}

TEST_CASE("an object whose touch ends a play has a circle around it, and laws of bodies have no shape") {
  for (const Effect& law : {Effect(Forbidden{.object = 1}), Effect(Switch{.object = 1})}) {
    const auto circle = shapes_of(law);
    REQUIRE(circle.size() == 1);
    for (const Vec2 point : circle[0].outline) CHECK(length(point - Vec2{-4, 2}) > 0.3);
  }
  CHECK(shapes_of(Alteration{.on = {.blocks = true}}).empty());
  CHECK(shapes_of(Shield{.by = {.blocks = true}}).empty());
}
