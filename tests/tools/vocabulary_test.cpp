#include <catch2/catch.hpp>
#include <set>

#include "serve/tools/named_scene.h"

using namespace novphy;

TEST_CASE("numbers in pictures cover neither birds nor pigs nor each other") {
  Observation seen;
  seen.width_px = 640, seen.height_px = 480, seen.px_per_m = 18;
  seen.bird_rest = {100, 300};
  const auto thing = [](int number, const char* look, Vec2 at_m, Vec2 size_m) {
    return NamedThing{.number = number, .look = look, .at_m = at_m, .size_m = size_m};
  };
  const NamedScene scene{
      .things = {thing(7, "bird_red", {0, 0}, {0.5, 0.5}), thing(8, "pink_pig_small", {9, 0}, {0.5, 0.5}),
                 thing(9, "wood_circle", {9.4, 0.5}, {0.8, 0.8}), thing(10, "pig_big", {9.5, -0.4}, {1, 1}),
                 thing(11, "platform", {9, -1.5}, {4, 0.4})}};
  for (const int scale : {1, 3}) {
    const std::vector<NumberPlace> places = number_places(seen, scene, scale);
    REQUIRE(places.size() == 5);
    for (const NumberPlace& place : places) {
      const auto covers = [&](Vec2 at, Vec2 half) {
        return std::abs(place.middle_px.x - at.x) < place.size_px.x / 2 + half.x &&
               std::abs(place.middle_px.y - at.y) < place.size_px.y / 2 + half.y;
      };
      for (const std::size_t i : {0, 1, 3}) {
        const NamedThing& kept = scene.things[i];
        const Vec2 at{scale * (100 + 18 * kept.at_m.x), scale * (300 - 18 * kept.at_m.y)};
        CHECK_FALSE(covers(at, scale * 9 * kept.size_m));
      }
      for (const NumberPlace& other : places)
        if (other.number != place.number) CHECK_FALSE(covers(other.middle_px, 0.5 * other.size_px));
    }
    CHECK(places[4].middle_px == Vec2{scale * (100 + 18 * 9.0), scale * (300 + 18 * 1.5)});
  }
}

TEST_CASE("appearances have names in plain words") {
  const Vocabulary plain;
  CHECK(plain.thing("wood_rect_big") == "big wood rectangle");
  CHECK(plain.thing("ice_square_hole") == "ice square with a hole");
  CHECK(plain.thing("pink_pig_small") == "small pink pig");
  CHECK(plain.thing("pig_big_four_shots") == "big pig");
  CHECK(plain.thing("bird_red") == "red bird");
  CHECK(plain.thing("air_turbulence") == "air turbulence");
  CHECK(plain.thing("platform") == "platform");
  CHECK(plain.thing("") == "unknown thing");
}

TEST_CASE("disguised, forms and sizes keep their names, and all else has a name of its own by the seed") {
  const Vocabulary one(1);
  const Vocabulary again(1);
  const Vocabulary other(2);
  std::set<std::string> names;
  for (const char* plain : {"bird", "pig", "slingshot", "wood", "ice", "red", "air turbulence"}) {
    CHECK(one.word(plain) != plain);
    CHECK(one.word(plain) == again.word(plain));
    names.insert(one.word(plain));
  }
  CHECK(names.size() == 7);
  CHECK(one.word("pig") != other.word("pig"));
  CHECK(one.thing("wood_rect_big") == "big " + one.word("wood") + " rectangle");
}
