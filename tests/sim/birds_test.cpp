#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

TEST_CASE("waiting birds stand behind the slingshot, 0.8 m apart, on the ground") {
  for (const bool left : {false, true}) {
    Task t = worlds::task({"red", "red", "red"});
    if (left) t.slingshot = {.at_m = {12, -2.5}, .faces_left = true};
    const double back = left ? 1 : -1;
    const World w = worlds::world(t);
    CHECK(worlds::body(w, worlds::bird_id(w, 0)).at_m == t.slingshot.at_m + Vec2{-0.15, 0.8});
    CHECK(worlds::body(w, worlds::bird_id(w, 1)).at_m.x == Approx(t.slingshot.at_m.x + back * 0.8));
    CHECK(worlds::body(w, worlds::bird_id(w, 2)).at_m.x == Approx(t.slingshot.at_m.x + back * 1.6));
    CHECK(worlds::body(w, worlds::bird_id(w, 2)).at_m.y == Approx(-3.5 + 0.225).margin(0.001));
  }
}

TEST_CASE("a waiting bird stands on a platform that lies under it") {
  const World w = worlds::world(
      worlds::task({"red", "red"}, {{.type = "platform", .at_m = {-13, -3.2}, .size_m = Vec2{1, 0.4}}}));
  CHECK(worlds::body(w, worlds::bird_id(w, 1)).at_m.y == Approx(-3.0 + 0.225).margin(0.02));
}

TEST_CASE("the next bird moves up to the slingshot when one is launched") {
  World w = worlds::world(worlds::task({"red", "blue"}));
  CHECK(worlds::body(w, worlds::bird_id(w, 1)).bird == BirdPhase::kWaiting);
  w.launch(aimed(radians(45), 1));
  CHECK(worlds::body(w, worlds::bird_id(w, 1)).bird == BirdPhase::kOnSling);
  CHECK(worlds::body(w, worlds::bird_id(w, 1)).at_m == Vec2{-12.15, -1.7});
  CHECK(w.birds_left() == 1);
}

TEST_CASE("birds pass through the slingshot and through each other") {
  World w = worlds::world(worlds::task({"red"}), true);
  w.launch(aimed(radians(-60), 1));
  worlds::run_until(w, [&] { return worlds::count(w, EventKind::kContact) > 0; });
  const Event* first = worlds::find(w, EventKind::kContact);
  const int ground = worlds::bird_id(w, 1);
  CHECK(first->body == worlds::bird_id(w));
  CHECK(first->other == ground);
}

TEST_CASE("a bird that leaves the world is gone at once") {
  World w = worlds::world(worlds::task({"red", "red"}));
  w.launch(aimed(radians(150), 1));
  worlds::run_until(w, [&] { return !worlds::body(w, worlds::bird_id(w)).present; });
  CHECK(w.since_launch_s() < 2);
}

TEST_CASE("a bird leaves the world where its outline, as it is turned, is outside") {
  Catalogue long_bird = worlds::catalogue();
  for (BirdKind& bird : long_bird.birds)
    bird.body.shape = {.rings = {box_ring({1.2, 0.1})}, .pieces = {box_ring({1.2, 0.1})}};
  World w(worlds::task(), long_bird, worlds::watched());
  w.launch(aimed(radians(135), 1));
  double last_x = 0;
  const int id = worlds::bird_id(w);
  worlds::run_until(w, [&] {
    if (worlds::body(w, id).present) last_x = worlds::body(w, id).at_m.x;
    return !worlds::body(w, id).present;
  });
  // The bird does not turn in flight. It moves 0.0707 m a step and is gone in the first step beyond.
  CHECK(last_x < -17.5 - 0.6 + 0.1);
  CHECK(last_x > -17.5 - 0.6 - 0.02);
}

TEST_CASE(
    "a bird is gone at the first check that finds it at rest, from three seconds after its first contact "
    "on") {
  // Walls keep the bird from rolling away after its fall.
  const std::vector<Object> pit{{.type = "platform", .at_m = {-9.6, -3}, .size_m = Vec2{0.2, 1}},
                                {.type = "platform", .at_m = {-10.4, -3}, .size_m = Vec2{0.2, 1}}};
  World w = worlds::world(worlds::task({"red", "red"}, pit), true);
  w.launch(aimed(radians(60), 0.36));
  const int id = worlds::bird_id(w);
  worlds::run_until(w, [&] { return worlds::body(w, id).bird == BirdPhase::kDying; });
  const double contact_s = w.time_s();
  worlds::run_until(w, [&] { return !worlds::body(w, id).present; });
  const double after_s = w.time_s() - contact_s;
  CHECK(after_s == Approx(3).margin(0.011));
}

TEST_CASE("no bird lives longer than 20 s after its launch") {
  // Force fields keep the bird moving, as it would on ground as smooth as ice.
  Task t = worlds::task({"red", "red"});
  t.effects.push_back(ForceField{.name = "force_field",
                                 .region = Box{{5, 0}, {30, 40}, 0},
                                 .by_centre = true,
                                 .force_n = {-3, 0},
                                 .on = {.birds_above_mps = 0}});
  t.effects.push_back(ForceField{.name = "force_field",
                                 .region = Box{{-25, 0}, {30, 40}, 0},
                                 .by_centre = true,
                                 .force_n = {3, 0},
                                 .on = {.birds_above_mps = 0}});
  World w = worlds::world(t);
  w.launch(aimed(radians(10), 1));
  worlds::run_until(w, [&] { return !worlds::body(w, worlds::bird_id(w)).present; });
  CHECK(w.since_launch_s() == Approx(20).margin(0.02));
}

TEST_CASE(
    "the next bird may be launched from the previous one's first contact on, and is due when all is still") {
  World w = worlds::world(worlds::task({"red", "red"}));
  CHECK(w.ready());
  w.launch(aimed(radians(20), 1));
  CHECK_FALSE(w.ready());
  CHECK_FALSE(w.may_launch());
  worlds::run_until(w, [&] { return worlds::body(w, worlds::bird_id(w)).bird == BirdPhase::kDying; });
  CHECK(w.may_launch());
  CHECK_FALSE(w.ready());
  worlds::run_until(w, [&] { return w.ready(); });
  CHECK_FALSE(worlds::body(w, worlds::bird_id(w)).present);
}

TEST_CASE("after a bird has split the next bird may be launched from the first contact of a copy on") {
  World w = worlds::world(worlds::task({"blue", "red"}));
  w.launch(aimed(radians(30), 1, 500));
  const int id = worlds::bird_id(w);
  worlds::run_until(w, [&] { return worlds::body(w, id).bird == BirdPhase::kGone; });
  CHECK_FALSE(w.may_launch());  // the copies have touched nothing
  const auto touched = [&] {
    const auto bodies = w.bodies();
    return std::any_of(bodies.begin(), bodies.end(),
                       [](const BodyView& body) { return body.bird == BirdPhase::kDying; });
  };
  while (!touched() && !w.may_launch()) w.tick();
  CHECK(touched());
  CHECK(w.may_launch());
  CHECK(w.since_launch_s() < 3);
  CHECK_FALSE(w.ready());
}

TEST_CASE("a shot with a launch time flies then, but not before the previous bird's first contact") {
  const std::vector<Shot> shots{aimed(radians(20), 1), {.drag_m = {-1, 0}, .launch_ms = 100}};
  const Outcome early =
      play(worlds::task({"red", "red"}), shots, worlds::catalogue(), worlds::watched(), {.log_events = true});
  std::vector<double> launches;
  double contact = 0;
  for (const Event& e : early.events) {
    if (e.kind == EventKind::kLaunch) launches.push_back(e.time_s);
    if (e.kind == EventKind::kContact && contact == 0) contact = e.time_s;
  }
  REQUIRE(launches.size() == 2);
  CHECK(launches[1] == Approx(contact).margin(0.011));
}

TEST_CASE("a launch time beyond the time cap is the time cap: no player can hold the world for ever") {
  const std::vector<Shot> shots{{.drag_m = {-1, 0}, .launch_ms = 2000000000}};
  const Outcome late =
      play(worlds::task({"red"}), shots, worlds::catalogue(), worlds::watched(), {.log_events = true});
  CHECK(late.events.front().kind == EventKind::kLaunch);
  CHECK(late.events.front().time_s == Approx(40).margin(0.011));
}

TEST_CASE("a drag that is no number is no pull") {
  for (const Vec2 drag : {Vec2{NAN, 0}, Vec2{INFINITY, 1}, Vec2{NAN, INFINITY}}) {
    World w = worlds::world(worlds::task());
    w.launch({.drag_m = drag});
    CHECK(worlds::body(w, worlds::bird_id(w)).at_m.x == Approx(-12.15));
  }
}

TEST_CASE("what a bird hits before it has left the slingshot is no first contact") {
  // The bird starts with its front at x = -12.925. The bird touches the trigger circle once its front is at
  // -12.6.
  const auto phase_after_block_at = [](double left_edge_x) {
    World w = worlds::world(
        worlds::task({"red"},
                     {{.type = "platform", .at_m = {-12.2, -2.05}, .size_m = Vec2{1.6, 0.1}},
                      {.type = "square_tiny", .material = "ice", .at_m = {left_edge_x + 0.11, -1.895}}}),
        true);
    w.launch(aimed(0, 1));
    worlds::run_until(w, [&] { return worlds::count(w, EventKind::kContact) > 0; });
    return worlds::body(w, worlds::bird_id(w)).bird;
  };
  CHECK(phase_after_block_at(-12.89) == BirdPhase::kFlying);
  CHECK(phase_after_block_at(-12.3) == BirdPhase::kDying);
}
