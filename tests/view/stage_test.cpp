#include "view/stage.h"

#include <catch2/catch.hpp>

#include "tests/view/pictures.h"
#include "tests/view/show_worlds.h"
#include "view/painter.h"

using namespace novphy;

TEST_CASE("the sky is dark once the first bird is gone, and stays so") {
  World w = worlds::world(worlds::storm_task());
  CHECK_FALSE(stage_of(w).storm);
  w.launch(aimed(radians(175), 1));  // this bird flies out of the world
  worlds::run_for(w, 0.1);
  CHECK_FALSE(stage_of(w).storm);
  worlds::run_until(w, [&] { return w.ready(); });
  CHECK(stage_of(w).storm);
  w.launch(aimed(radians(45), 1));
  worlds::run_for(w, 1);
  CHECK(stage_of(w).storm);
}

TEST_CASE("a force everywhere on one material or one object leaves the sky as it is") {
  const auto is_dark = [](const Targets& on) {
    Task t = worlds::task();
    t.effects = {ForceField{.name = "force_field", .force_n = {1, 0}, .on = on}};
    return stage_of(worlds::world(t)).storm;
  };
  CHECK(is_dark({.pigs_above_mps = 100}));
  CHECK_FALSE(is_dark({.pigs_above_mps = 100, .material = "pink"}));
  CHECK_FALSE(is_dark({.pigs_above_mps = 100, .object = 1}));
}

TEST_CASE("what is hidden from the symbolic state looks ordinary: a magnet, stronger turbulence") {
  const auto picture = [](const char* effect) {
    Task t = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {-7, -3.1}}});
    if (*effect != 0) t.effects.push_back(worlds::catalogue().effects.at(effect));
    return Painter().paint(stage_of(worlds::world(t)));
  };
  CHECK(picture("magnet") == picture(""));
  CHECK(picture("strong_air_turbulence") == picture("air_turbulence"));
  CHECK(picture("downward_air_turbulence") == picture("air_turbulence"));
  CHECK(picture("air_turbulence") != picture(""));
}

TEST_CASE("pink things and the fan look like nothing ordinary") {
  const auto colour = [](const Object& object) {
    const Picture picture = Painter().paint(stage_of(worlds::world(worlds::task({"red"}, {object}))));
    return pictures::pixel(picture, Screen().pixel(object.at_m + Vec2{0.2, -0.1}));
  };
  const auto pink = colour({.type = "circle", .material = "pink", .at_m = {0, -3.1}});
  for (const char* material : {"wood", "stone", "ice"})
    CHECK(pink != colour({.type = "circle", .material = material, .at_m = {0, -3.1}}));
  CHECK(colour({.type = "pig_big", .material = "pink", .at_m = {0, -3}}) !=
        colour({.type = "pig_big", .at_m = {0, -3}}));
}

TEST_CASE("damage is seen") {
  const Stage stage = stage_of(worlds::world(worlds::full_task()));
  const Picture unharmed = Painter().paint(stage);
  for (std::size_t i = 0; i < stage.bodies.size(); ++i) {
    const BodyView& body = stage.bodies[i];
    const Category category = body.kind->category;
    if (category != Category::kBlock && category != Category::kPig && category != Category::kTnt) continue;
    INFO(appearance(*body.kind));
    Stage hurt = stage;
    hurt.bodies[i].life_left = 0.5;
    const Picture half = Painter().paint(hurt);
    hurt.bodies[i].life_left = 0.1;
    CHECK(half != unharmed);
    CHECK(Painter().paint(hurt) != half);
  }
}

TEST_CASE("the bird on the slingshot is drawn where it is pulled to") {
  Stage stage = stage_of(worlds::world(worlds::task()));
  const Picture at_rest = Painter().paint(stage);
  stage.drag_m = Vec2{-0.9, -0.3};
  const Picture pulled = Painter().paint(stage);
  const Pixel bird = Screen().pixel(stage.bird_rest_m + *stage.drag_m);
  CHECK(pictures::pixel(pulled, bird) != pictures::pixel(at_rest, bird));
}

TEST_CASE("the trail of the last bird is on the picture") {
  World w = worlds::world(worlds::task({"red", "red"}));
  w.launch(aimed(radians(45), 1));
  worlds::run_for(w, 1);
  const Stage stage = stage_of(w);
  REQUIRE(stage.trail.size() > 5);
  const Picture picture = Painter().paint(stage);
  CHECK(pictures::pixel(picture, Screen().pixel(stage.trail[4])) == std::array{255, 255, 255});
}
