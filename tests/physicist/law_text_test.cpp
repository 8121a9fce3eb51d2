#include <catch2/catch.hpp>
#include <string>

#include "tests/physicist/played.h"

using namespace novphy;
using namespace novphy::played;

namespace {

std::string words_of(const LawChange& change) { return text({{change}}); }

}  // namespace

TEST_CASE("forces in words") {
  CHECK(text({}) == "The world is as usual.");
  CHECK(words_of(later(pushing({.birds_above_mps = 0, .blocks_above_mps = 0}, {3, 0}), 1)) ==
        "A force of 3 N to the right acts on birds and blocks everywhere once 1 bird is gone.");
  CHECK(words_of(later(pushing(kAll, {0, -2.5}), 3)) ==
        "A force of 2.5 N down acts on birds, blocks and pigs everywhere once 3 birds are gone.");
  CHECK(
      words_of(pushing({.blocks_above_mps = kMovingMps, .material = "wood"}, rotated({2, 0}, radians(20)))) ==
      "A force of 2 N at 20\u00b0 acts on moving wood blocks everywhere.");
  CHECK(words_of(only_on({"pig_small"}, pushing({.pigs_above_mps = 0}, {-1, 1}))) ==
        "A force of 1.41 N up and to the left acts on each pig_small everywhere.");
  CHECK(words_of(only_on({"pig_small", Selector::kLowest}, pushing({.pigs_above_mps = 0}, {0, 1}))) ==
        "A force of 1 N up acts on the lowest pig_small everywhere.");
  CHECK(words_of(pushing(kBirds, {-3, 0}, in_seen_air())) ==
        "A force of 3 N to the left acts on birds in the visible air turbulence instead of its own.");
}

TEST_CASE("places in words") {
  const auto words = [](const EffectChange& where) { return words_of(pushing(kBirds, {0, 3}, where)); };
  const std::string begin = "A force of 3 N up acts on birds ";
  const auto half_plane = [&](double at_m, double side_deg) { return words(in_half_plane(at_m, side_deg)); };
  CHECK(half_plane(2, 0) == begin + "right of x = 2 m.");
  CHECK(half_plane(2, 180) == begin + "left of x = -2 m.");
  CHECK(half_plane(2, 90) == begin + "above y = 2 m.");
  CHECK(half_plane(2, -90) == begin + "below y = -2 m.");
  CHECK(half_plane(2, 30) == begin + "farther than 2 m at 30\u00b0 from the middle.");
  CHECK(words(in_box({"fan"}, {4, 1.5})) == begin + "in a box of 4 by 1.5 m around each fan, in its frame.");
  CHECK(words(in_box({"fan"}, {4, 1.5}, {2, 0})) ==
        begin + "in a box of 4 by 1.5 m at (2, 0) m from each fan, in its frame.");
  CHECK(words(in_disc({"fan", Selector::kHighest}, 2)) ==
        begin + "in a disc of 4 m around the highest fan, in its frame.");
  CHECK(words(in_disc({"fan"}, 2)) == begin + "in a disc of 4 m around each fan, in its frame.");
}

TEST_CASE("other changes in words") {
  CHECK(words_of(pulling(kAll, {"wood_circle"}, 4, 2)) ==
        "Each wood_circle pulls birds, blocks and pigs within 4 m by 2 N a metre.");
  CHECK(words_of(pulling(kAll, {"wood_circle"}, 4, -2, "ice")) ==
        "Each wood_circle pulls birds, blocks and pigs within 4 m by -2 N a metre, but "
        "pushes ice blocks.");
  CHECK(words_of(pulling(kAll, {"wood_circle", Selector::kLeftmost}, 4, -2)) ==
        "The leftmost wood_circle pulls birds, blocks and pigs within 4 m by -2 N a metre.");
  CHECK(words_of(only_on({"wood_circle", Selector::kLeftmost}, differing({.blocks = true}, {.mass = 4}))) ==
        "For the leftmost wood_circle: 4 times the usual mass.");
  CHECK(words_of(GravityLaw{}) == "There is no gravity.");
  CHECK(words_of(GravityLaw{{0, 6}}) == "Gravity is 6 m/s\u00b2 up.");
  CHECK(words_of(LaunchLaw{.speed_factor = 1.5, .turn_rad = radians(-20), .mirrored_y = true}) ==
        "The slingshot launches birds 1.5 times as fast, with up and down exchanged, turned by -20\u00b0.");
  CHECK(words_of(LaunchLaw{.turn_rad = 1, .mirrored_x = true}) ==
        "The slingshot launches birds with left and right exchanged, turned by 57.3\u00b0.");
  CHECK(text({{differing({.blocks = true, .material = "wood"}, {.mass = 4}),
               differing({.pigs = true}, {.friction = 0, .life = 2})}}) ==
        "For wood blocks: 4 times the usual mass. For pigs: 0 times the usual friction, 2 times the usual "
        "life.");
}
