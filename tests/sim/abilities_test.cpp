#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A world whose bird was launched at 45 degrees and tapped after tap_ms.
World tapped(const std::string& bird, int tap_ms = 500) {
  World w = worlds::world(worlds::task({bird}), true);
  w.launch(aimed(radians(45), 1, tap_ms));
  return w;
}

std::vector<BodyView> birds_in_flight(const World& w) {
  std::vector<BodyView> flying;
  for (const BodyView& b : w.bodies()) {
    if (b.bird == BirdPhase::kFlying) flying.push_back(b);
  }
  return flying;
}

double direction_deg(const BodyView& b) { return degrees(std::atan2(b.velocity_mps.y, b.velocity_mps.x)); }

}  // namespace

TEST_CASE("a red bird takes no notice of a tap") {
  World tap = tapped("red");
  World none = tapped("red", -1);
  worlds::run_for(tap, 1.2);
  worlds::run_for(none, 1.2);
  CHECK(tap.digest() == none.digest());
}

TEST_CASE("a blue bird splits in three at the same speed, 15, 5 and -5 degrees off") {
  World w = tapped("blue");
  worlds::run_for(w, 0.49);
  const BodyView before = worlds::body(w, worlds::bird_id(w));
  worlds::run_for(w, 0.01);
  const auto copies = birds_in_flight(w);
  REQUIRE(copies.size() == 3);
  const std::array expected{15.0, 5.0, -5.0};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(direction_deg(copies[i]) - direction_deg(before) == Approx(expected[i]).margin(0.5));
    CHECK(length(copies[i].velocity_mps) == Approx(length(before.velocity_mps)).margin(0.05));
  }
  CHECK_FALSE(worlds::body(w, worlds::bird_id(w)).present);
}

TEST_CASE("a yellow bird speeds up by impulse over mass along its flight") {
  World w = tapped("yellow");
  worlds::run_for(w, 0.49);
  const double before = length(worlds::body(w, worlds::bird_id(w)).velocity_mps);
  worlds::run_for(w, 0.02);
  CHECK(length(worlds::body(w, worlds::bird_id(w)).velocity_mps) - before == Approx(4 / 0.886).margin(0.1));
}

TEST_CASE("a black bird explodes on tap") {
  World w = tapped("black");
  worlds::run_for(w, 0.51);
  CHECK_FALSE(worlds::body(w, worlds::bird_id(w)).present);
}

TEST_CASE("a black bird explodes one second after its first contact, and destroys what is near") {
  const std::vector<Object> objects{{.type = "square_tiny", .material = "ice", .at_m = {-9.5, -3.38}}};
  World w = worlds::world(worlds::task({"black"}, objects), true);
  w.launch(aimed(radians(-30), 0.3));
  const int id = worlds::bird_id(w);
  worlds::run_until(w, [&] { return worlds::body(w, id).bird == BirdPhase::kDying; });
  const double contact_s = w.time_s();
  worlds::run_until(w, [&] { return !worlds::body(w, id).present; });
  CHECK(w.time_s() - contact_s == Approx(1).margin(0.02));
}

TEST_CASE("a white bird drops an egg that explodes where it lands") {
  const std::vector<Object> objects{{.type = "square_hole", .material = "stone", .at_m = {-8.9, -3.065}}};
  World w = worlds::world(worlds::task({"white"}, objects), true);
  w.launch(aimed(radians(45), 1, 500));
  worlds::run_for(w, 0.51);
  CHECK(w.bodies().back().kind->category == Category::kEgg);
  CHECK(w.bodies().back().velocity_mps.y < -20);
  CHECK(worlds::body(w, worlds::bird_id(w)).velocity_mps.y > 5);
  worlds::run_for(w, 0.5);
  CHECK_FALSE(w.bodies().back().present);
  CHECK_FALSE(worlds::body(w, 0).present);
}

TEST_CASE("taps work only in front of the slingshot") {
  World early = tapped("yellow", 10);
  worlds::run_for(early, 0.1);
  CHECK(worlds::count(early, EventKind::kTap) == 0);
}

TEST_CASE("the tap test is mirrored with the slingshot") {
  Task t = worlds::task({"yellow"});
  t.slingshot = {.at_m = {12, -2.5}, .faces_left = true};
  World w = worlds::world(t, true);
  w.launch(aimed(radians(135), 1, 500));
  worlds::run_for(w, 0.6);
  CHECK(worlds::count(w, EventKind::kTap) == 1);
}
