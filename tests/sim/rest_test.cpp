#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

double lowest(const Kind& kind) {
  double low = 0;
  for (const Vec2 p : kind.shape.rings.front()) low = std::min(low, p.y);
  return low;
}

}  // namespace

TEST_CASE("every block and pig that is set down comes to rest two skins above its lowest edge") {
  for (const Kind& kind : worlds::catalogue().objects) {
    if (kind.category != Category::kBlock && kind.category != Category::kPig) continue;
    INFO(kind.type << " " << kind.material);
    const double height = -lowest(kind);
    const Vec2 on_ground{0, -3.5 + height + 0.015};
    World w = worlds::world(
        worlds::task({"red"}, {{.type = kind.type, .material = kind.material, .at_m = on_ground}}));
    // Settling has passed. Two polygon skins of 0.01 less the slop of 0.005 make a gap of 0.015 (reference,
    // section 0). Outlines whose lowest edge slants tilt a little.
    CHECK(worlds::body(w, 0).at_m.y == Approx(on_ground.y).margin(0.02));
    CHECK(length(worlds::body(w, 0).velocity_mps) < 0.01);
  }
}

TEST_CASE("a ball that stands on its flat does not roll off by itself") {
  for (const char* material : {"wood", "stone", "ice", "pink"}) {
    World w = worlds::world(
        worlds::task({"red"}, {{.type = "circle", .material = material, .at_m = {0, -3.5 + 0.39}}}));
    worlds::run_for(w, 20);
    CHECK(std::abs(worlds::body(w, 0).at_m.x) < 0.02);
  }
}

TEST_CASE("a hollow block lets a small thing lie in its hole") {
  const std::vector<Object> objects{{.type = "square_hole", .material = "stone", .at_m = {0, -3.065}},
                                    {.type = "square_tiny", .material = "ice", .at_m = {0, -3.07}}};
  World w = worlds::world(worlds::task({"red"}, objects));
  CHECK(worlds::body(w, 1).at_m.x == Approx(0).margin(0.1));
  CHECK(worlds::body(w, 1).at_m.y < worlds::body(w, 0).at_m.y);
  CHECK(worlds::body(w, 0).at_m.y == Approx(-3.065).margin(0.02));
}

TEST_CASE("settling does no damage") {
  World w = worlds::world(worlds::task({"red"}, {{.type = "pig_small", .at_m = {0, -1}}}), true);
  CHECK(worlds::body(w, 0).at_m.y < -3.2);
  CHECK(worlds::body(w, 0).life_left == 1);
  CHECK(w.events().empty());
}
