#include <catch2/catch.hpp>
#include <string>

#include "agents/physicist/law.h"

using namespace novphy;

namespace {

const Affected kBirdsInWords{.birds = true};
const Affected kAllInWords{.birds = true, .blocks = true, .pigs = true};

std::string words_of(const LawChange& change) { return text({{change}}); }

std::string words_of_force(const Affected& on, Vec2 force_n, const ForceRegion& where = {}) {
  return words_of(ForceLaw{.on = on, .where = where, .force_n = force_n});
}

}  // namespace

TEST_CASE("forces in words") {
  CHECK(text({}) == "The world is as usual.");
  CHECK(words_of(ForceLaw{.on = {.birds = true, .blocks = true}, .force_n = {3, 0}, .after_birds_gone = 1}) ==
        "A force of 3 N to the right acts on birds and blocks everywhere once 1 bird is gone.");
  CHECK(words_of(ForceLaw{.on = kAllInWords, .force_n = {0, -2.5}, .after_birds_gone = 3}) ==
        "A force of 2.5 N down acts on birds, blocks and pigs everywhere once 3 birds are gone.");
  CHECK(words_of_force({.blocks = true, .material = "wood", .moving = true}, rotated({2, 0}, radians(20))) ==
        "A force of 2 N at 20\u00b0 acts on moving wood blocks everywhere.");
  CHECK(words_of_force({.pigs = true, .look = "pig_small"}, {-1, 1}) ==
        "A force of 1.41 N up and to the left acts on each pig_small everywhere.");
  CHECK(words_of_force({.pigs = true, .look = "pig_small", .which = Selector::kLowest}, {0, 1}) ==
        "A force of 1 N up acts on the lowest pig_small everywhere.");
  CHECK(words_of_force(kBirdsInWords, {-3, 0}, {.kind = ForceRegion::Kind::kSeenRegion}) ==
        "A force of 3 N to the left acts on birds in the visible air turbulence instead of its own.");
}

TEST_CASE("places in words") {
  const auto words = [](const ForceRegion& where) { return words_of_force(kBirdsInWords, {0, 3}, where); };
  const std::string begin = "A force of 3 N up acts on birds ";
  const auto half_plane = [&](double at_m, double side_deg) {
    return words({.kind = ForceRegion::Kind::kHalfPlane, .at_m = at_m, .side_rad = radians(side_deg)});
  };
  CHECK(half_plane(2, 0) == begin + "right of x = 2 m.");
  CHECK(half_plane(2, 180) == begin + "left of x = -2 m.");
  CHECK(half_plane(2, 90) == begin + "above y = 2 m.");
  CHECK(half_plane(2, -90) == begin + "below y = -2 m.");
  CHECK(half_plane(2, 30) == begin + "farther than 2 m at 30\u00b0 from the middle.");
  CHECK(words({.kind = ForceRegion::Kind::kBoxAt, .look = "fan", .size_m = {4, 1.5}}) ==
        begin + "in a box of 4 by 1.5 m around each fan, in its frame.");
  CHECK(words({.kind = ForceRegion::Kind::kBoxAt, .look = "fan", .size_m = {4, 1.5}, .centre_m = {2, 0}}) ==
        begin + "in a box of 4 by 1.5 m at (2, 0) m from each fan, in its frame.");
  CHECK(
      words(
          {.kind = ForceRegion::Kind::kDiscAt, .look = "fan", .which = Selector::kHighest, .radius_m = 2}) ==
      begin + "in a disc of 4 m around the highest fan, in its frame.");
  CHECK(words({.kind = ForceRegion::Kind::kDiscAt, .look = "fan", .radius_m = 2}) ==
        begin + "in a disc of 4 m around each fan, in its frame.");
}

TEST_CASE("other changes in words") {
  PullLaw pull{.on = kAllInWords, .look = "wood_circle", .radius_m = 4, .strength_n_per_m = 2, .repels = {}};
  CHECK(words_of(pull) == "Each wood_circle pulls birds, blocks and pigs within 4 m by 2 N a metre.");
  pull.strength_n_per_m = -2;
  pull.repels = "ice";
  CHECK(words_of(pull) ==
        "Each wood_circle pulls birds, blocks and pigs within 4 m by -2 N a metre, but "
        "pushes ice blocks.");
  pull.which = Selector::kLeftmost;
  pull.repels.clear();
  CHECK(words_of(pull) ==
        "The leftmost wood_circle pulls birds, blocks and pigs within 4 m by -2 N a metre.");
  CHECK(words_of(MatterLaw{.of = {.blocks = true, .look = "wood_circle", .which = Selector::kLeftmost},
                           .factors = {.mass = 4}}) ==
        "For the leftmost wood_circle: 4 times the usual mass.");
  CHECK(words_of(GravityLaw{}) == "There is no gravity.");
  CHECK(words_of(GravityLaw{{0, 6}}) == "Gravity is 6 m/s\u00b2 up.");
  CHECK(words_of(LaunchLaw{.speed_factor = 1.5, .turn_rad = radians(-20), .mirrored_y = true}) ==
        "The slingshot launches birds 1.5 times as fast, with up and down exchanged, turned by -20\u00b0.");
  CHECK(words_of(LaunchLaw{.turn_rad = 1, .mirrored_x = true}) ==
        "The slingshot launches birds with left and right exchanged, turned by 57.3\u00b0.");
  CHECK(text({{MatterLaw{.of = {.blocks = true, .material = "wood"}, .factors = {.mass = 4}},
               MatterLaw{.of = {.pigs = true}, .factors = {.friction = 0, .life = 2}}}}) ==
        "For wood blocks: 4 times the usual mass. For pigs: 0 times the usual friction, 2 times the usual "
        "life.");
}
