#include "sim/laws.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

std::string in_words(const Effect& law) {
  return words_of(law, [](int object) { return "object " + std::to_string(object); });
}

}  // namespace

TEST_CASE("every law has a name and a sentence, as it is made and with other values") {
  for (const Effect& law : all_laws()) {
    CAPTURE(name_of(law));
    const std::string words = in_words(law);
    CHECK_FALSE(words.empty());
    CHECK(words.find_first_of("{}<>;") == std::string::npos);
  }
  CHECK(in_words(Portal{.region = {{1, 2}, {2, 3}, 0}, .to_m = {4, 5}, .turn_rad = radians(90)}) ==
        "a portal for birds, blocks and pigs in a box of 2 by 3 m at (1, 2) leads to (4, 5), turned by "
        "90\u00b0");
  CHECK(in_words(PlatformSurface{.object = 3, .speed_mps = -2, .one_way = true}) ==
        "object 3 is a belt of -2 m/s and lets bodies through from below");
  CHECK(in_words(PlatformSurface{.object = 3, .one_way = true}) == "object 3 lets bodies through from below");
  CHECK(in_words(Shield{.by = {.blocks = true, .material = "wood"}}) == "only wood blocks hurt pigs");
  CHECK(in_words(ForceField{.on = {.birds_above_mps = 0}}) ==
        "a force of 0 N to the right acts on birds everywhere");
  CHECK(in_words(Forbidden{.object = 2}) == "object 2 must not be touched by birds");
  CHECK(in_words(Alteration{.on = {.birds = true}, .factors = {.mass = 2}, .drag_per_s = 0.5}) ==
        "for birds: 2 times the usual mass, a drag of 0.5 a second more");
  CHECK(in_words(ForceField{.force_n = {3, 0},
                            .per_m = {{-4, 0}, {0, -4}},
                            .on = {.birds_above_mps = 0, .pigs_above_mps = 1},
                            .after_birds_gone = 1,
                            .trigger = Trigger{.object = 1, .at_death = true},
                            .times = {.from_s = 0.5}}) ==
        "a force of 3 N to the right + [[-4, 0], [0, -4]] N a metre acts on birds and moving pigs "
        "everywhere, from "
        "0.5 s after the launch once 1 bird is gone, once object 1 is destroyed");
}

TEST_CASE(
    "at another strength, forces and speeds are multiplied and factors taken to a power, within their "
    "ranges") {
  const auto law = [](const Effect& effect, double strength) { return strengthened(effect, strength); };
  CHECK(law(ForceField{.force_n = {3, 1}}, 0.5) == Effect(ForceField{.force_n = {1.5, 0.5}}));
  CHECK(law(Magnet{.radius_m = 2, .strength_n_per_m = 3}, 2) ==
        Effect(Magnet{.radius_m = 2, .strength_n_per_m = 6}));
  CHECK(law(Alteration{.factors = {.mass = 4}}, 0.5) == Effect(Alteration{.factors = {.mass = 2}}));
  CHECK(law(PlatformSurface{.speed_mps = 15}, 2) == Effect(PlatformSurface{.speed_mps = kMostBelt_mps}));
  const Portal portal{.region = {{1, 1}, {1, 1}, 0}, .to_m = {3, 1}};
  CHECK(std::get<Portal>(law(portal, 2)).to_m == Vec2{5, 1});
  CHECK(law(Shield{}, 3) == Effect(Shield{}));
}

TEST_CASE("each object that a law names is visited, by the list of its fields") {
  const auto objects = [](Effect effect) {
    std::vector<int> found;
    for_each_object_of(effect, [&](int& object) { found.push_back(object++); });
    std::vector<int> after;
    for_each_object_of(effect, [&](int object) { after.push_back(object); });
    for (const int object : found) CHECK(std::find(after.begin(), after.end(), object + 1) != after.end());
    std::sort(found.begin(), found.end());
    return found;
  };
  using Indices = std::vector<int>;
  CHECK(objects(ForceField{.object = 1,
                           .on = {.blocks_above_mps = 0, .object = 2},
                           .trigger = Trigger{.object = 3, .by = {.blocks = true, .object = 4}}}) ==
        Indices{1, 2, 3, 4});
  CHECK(objects(ForceField{}) == Indices{});
  CHECK(objects(Magnet{.object = 5}) == Indices{5});
  CHECK(objects(Forbidden{.object = 1, .by = {.blocks = true, .object = 6}}) == Indices{1, 6});
  CHECK(objects(Shield{.on = {.pigs = true, .object = 2}, .by = {.blocks = true, .object = 3}}) ==
        Indices{2, 3});
}

TEST_CASE("only a law that can be weaker has a strength") {
  CHECK(has_strength(PlatformSurface{.speed_mps = 2}));
  CHECK_FALSE(has_strength(PlatformSurface{.speed_mps = 2, .one_way = true}));
  CHECK_FALSE(has_strength(Shield{}));
  CHECK(has_strength(ForceField{.force_n = {1, 0}}));
}

TEST_CASE("a law with a number out of its range is refused by name") {
  CHECK_FALSE(problem_of(ForceField{}));
  CHECK(problem_of(PlatformSurface{.speed_mps = 21}) == "the speed of a surface is out of range");
  CHECK(problem_of(Portal{.region = {{0, 0}, {0.001, 1}, 0}}) == "the region of a portal is out of range");
  CHECK(problem_of(Alteration{.factors = {.mass = 0}}) == "the unlike of an alteration is out of range");
  Task task = worlds::task();
  task.effects.push_back(PlatformSurface{.speed_mps = 21});
  CHECK_THROWS_WITH(World(task, worlds::catalogue(), worlds::standard()),
                    Catch::Contains("the speed of a surface is out of range"));
}
