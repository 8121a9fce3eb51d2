#include <algorithm>
#include <catch2/catch.hpp>

#include "generator/difficulty/observed.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

SeenScene scene(bool labels) {
  Task task = worlds::task({"red"});
  task.objects = {{.type = "circle", .material = "stone", .at_m = {0, 0}},
                  {.type = "platform", .at_m = {3, -1}, .size_m = Vec2{2, 0.5}},
                  {.type = "pig_small", .at_m = {3, 0}}};
  const World world(task, worlds::catalogue(), worlds::standard());
  return scene_of(observe(world, worlds::assets().colours, labels));
}

const SceneObject& with_id(const SeenScene& scene, int id) {
  return *std::find_if(scene.begin(), scene.end(), [&](const SceneObject& thing) { return thing.id == id; });
}

}  // namespace

TEST_CASE("a scene's classes are the parts of the labels, without the state of damage") {
  const SeenScene seen = scene(true);
  REQUIRE(seen.size() == 4);
  std::vector<std::string> names;
  for (const SceneObject& thing : seen) names.push_back(thing.colour_class + "|" + thing.shape_class);
  std::sort(names.begin(), names.end());
  CHECK(names ==
        std::vector<std::string>{"Platform|Platform", "bird|red", "pig|basic_small", "stone|circle"});
}

TEST_CASE("a scene without labels has no classes, and round outlines show no rotation") {
  for (const SceneObject& thing : scene(false)) {
    CHECK(thing.colour_class.empty());
    CHECK(thing.shape[10] > 0);
    CHECK(thing.rotation_deg.has_value() == (thing.outline.front().size() <= 8));
  }
  const SeenScene seen = scene(true);
  const SeenScene plain = scene(false);
  for (const SceneObject& thing : seen)
    if (thing.colour_class == "Platform") {
      CHECK(thing.rotation_deg.value() == Approx(0).margin(1e-9));
      CHECK(with_id(plain, thing.id).shape == thing.shape);
    }
}

TEST_CASE("y points upwards in a scene, and objects without an outline are left out") {
  Observation seen;
  seen.height_px = 480;
  seen.objects = {{.id = 3, .label = "Object", .rings = {{{0, 470}, {10, 470}, {10, 460}}}},
                  {.id = 4, .label = "Object", .rings = {}},
                  {.id = 5, .label = "Object", .rings = {{{0, 0}, {1, 1}}}}};
  const SeenScene found = scene_of(seen);
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == 3);
  CHECK(found[0].outline.front().front().y == 10);
}
