#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

Observation seen(const Task& t, bool labels = true) {
  return observe(worlds::world(t), worlds::assets().colours, labels);
}

const SeenObject* labelled(const Observation& o, const std::string& label) {
  const auto it =
      std::find_if(o.objects.begin(), o.objects.end(), [&](const auto& s) { return s.label == label; });
  return it == o.objects.end() ? nullptr : &*it;
}

}  // namespace

TEST_CASE("the screen is the original's: 640x480, 18.2857 pixels a metre, ground at row 286") {
  const Observation o = seen(worlds::task());
  CHECK(o.width_px == 640);
  CHECK(o.height_px == 480);
  CHECK(o.px_per_m == Approx(18.2857).margin(1e-4));
  CHECK(o.ground_row_px == 286);
  // The slingshot's box is 0.62 x 2.0 m around (-12, -2.5).
  CHECK(o.slingshot == PixelBox{95, 249, 106, 286});
  CHECK(o.bird_rest == Pixel{98, 253});
}

TEST_CASE("a platform's outline is its four corners in pixels") {
  const Observation o =
      seen(worlds::task({"red"}, {{.type = "platform", .at_m = {0, 0}, .size_m = Vec2{3.5, 7}}}));
  const SeenObject* platform = labelled(o, "Platform");
  REQUIRE(platform != nullptr);
  CHECK(platform->rings == std::vector<std::vector<Pixel>>{{{288, 286}, {352, 286}, {352, 158}, {288, 158}}});
}

TEST_CASE("developer labels are the original's where known, and nothing but Object without them") {
  const Task t = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {0, -3.1}},
                                        {.type = "tnt", .at_m = {2, -3.17}},
                                        {.type = "pig_medium", .material = "pink", .at_m = {4, -3.1}},
                                        {.type = "fan", .at_m = {6, -3.1}}});
  const Observation o = seen(t);
  for (const char* label : {"wood_circle_1", "TNT", "pink_pig_basic_medium_1", "Fan", "Platform",
                            "pig_basic_small_1", "bird_red_1"}) {
    INFO(label);
    CHECK(labelled(o, label) != nullptr);
  }
  for (const SeenObject& object : seen(t, false).objects) CHECK(object.label == "Object");
}

TEST_CASE("every object that can be placed has its colours") {
  for (const Kind& kind : worlds::catalogue().objects) {
    INFO(kind.type << " " << kind.material);
    Object object{.type = kind.type, .material = kind.material, .at_m = {0, 0}};
    if (kind.category == Category::kPlatform) object.size_m = Vec2{1, 1};
    const Observation o = seen(worlds::task({"red"}, {object}));
    CHECK_FALSE(o.objects.front().colours.empty());
  }
  for (const BirdKind& bird : worlds::catalogue().birds) {
    CHECK_FALSE(seen(worlds::task({bird.body.type})).objects.back().colours.empty());
  }
}

TEST_CASE("turbulence of any strength is seen as the same box, and storms and magnets are not seen") {
  const auto with = [](const std::string& name) {
    Task t = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {0, -3.1}}});
    if (!name.empty()) t.effects.push_back(worlds::catalogue().effects.at(name));
    return seen(t);
  };
  CHECK(labelled(with("air_turbulence"), "AirTurbulence") != nullptr);
  CHECK(with("air_turbulence") == with("strong_air_turbulence"));
  CHECK(with("air_turbulence") == with("downward_air_turbulence"));
  CHECK(with("storm") == with(""));
  CHECK(with("magnet") == with(""));
}

TEST_CASE("the id of turbulence does not tell of a storm") {
  Task t = worlds::task();
  t.effects.push_back(worlds::catalogue().effects.at("air_turbulence"));
  const int alone = labelled(seen(t), "AirTurbulence")->id;
  t.effects.insert(t.effects.begin(), worlds::catalogue().effects.at("storm"));
  CHECK(labelled(seen(t), "AirTurbulence")->id == alone);
}

TEST_CASE("what is off the screen or under the ground is left out") {
  const auto count = [](Vec2 at) {
    return seen(worlds::task({"red"}, {{.type = "platform", .at_m = at, .size_m = Vec2{1, 1}}}))
        .objects.size();
  };
  const auto on_screen = count({0, 0});
  CHECK(count({0, 15}) == on_screen - 1);
  CHECK(count({-20, 0}) == on_screen - 1);
  CHECK(count({0, -5}) == on_screen - 1);
  CHECK(count({0, -4}) == on_screen - 1);
  CHECK(count({0, -3.6}) == on_screen);
}

TEST_CASE("an object with a hole shows it as a second ring") {
  const Observation o =
      seen(worlds::task({"red"}, {{.type = "square_hole", .material = "stone", .at_m = {0, -3.065}}}));
  CHECK(labelled(o, "stone_square_hole_1")->rings.size() == 2);
}

TEST_CASE("the trajectory of the last launched bird is seen, oldest dot first") {
  World w = worlds::world(worlds::task({"red"}));
  CHECK(observe(w, worlds::assets().colours, true).trajectory.empty());
  w.launch(aimed(radians(45), 1));
  worlds::run_for(w, 0.55);
  const auto trail = observe(w, worlds::assets().colours, true).trajectory;
  REQUIRE(trail.size() == 6);
  for (std::size_t i = 1; i < trail.size(); ++i) CHECK(trail[i].x > trail[i - 1].x);
}

TEST_CASE("damage shows in the label's number") {
  World w = worlds::world(worlds::task({"red"}, {{.type = "pig_big", .at_m = {-9, -3.0}}}));
  CHECK(labelled(observe(w, worlds::assets().colours, true), "pig_basic_big_1") != nullptr);
}
