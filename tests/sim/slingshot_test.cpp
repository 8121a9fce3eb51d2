// Slingshots that turn or delay a launch.

#include <catch2/catch.hpp>

#include "sim/rules.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

Task slung_task(double turn_deg, double delay_s, std::vector<std::string> birds = {"yellow", "red"}) {
  Task t = worlds::task(std::move(birds));
  t.slingshot.turn_rad = radians(turn_deg);
  t.slingshot.delay_s = delay_s;
  return t;
}

World released(const Task& task, const Shot& shot) {
  World w = worlds::world(task, true);
  w.launch(shot);
  return w;
}

Vec2 slung_velocity(const Task& task, const Shot& shot) {
  const World w = released(task, shot);
  return worlds::find(w, EventKind::kLaunch)->vector;
}

double bird_mps(const World& w) { return length(worlds::body(w, worlds::bird_id(w)).velocity_mps); }

}  // namespace

TEST_CASE("a slingshot that turns launches throws as another angle does, from where they were dragged") {
  const Vec2 turned = slung_velocity(slung_task(30, 0), aimed(radians(10), 0.8));
  const Vec2 other = slung_velocity(slung_task(0, 0), aimed(radians(40), 0.8));
  CHECK(turned.x == Approx(other.x));
  CHECK(turned.y == Approx(other.y));
  const World w = released(slung_task(30, 0), aimed(radians(10), 0.8));
  const Vec2 rest = bird_rest_m(w.task(), worlds::catalogue());
  CHECK(worlds::body(w, worlds::bird_id(w)).at_m.y == Approx(rest.y - 0.8 * std::sin(radians(10))));
}

TEST_CASE("a delayed bird flies as others do, later by the delay") {
  const Shot shot = aimed(radians(20), 1);
  World now = released(slung_task(0, 0), shot);
  World later = released(slung_task(0, 0.7), shot);
  worlds::run_for(later, 0.7);
  for (const double more_s : {0.0, 0.4, 1.0}) {
    worlds::run_for(now, more_s);
    worlds::run_for(later, more_s);
    const BodyView a = worlds::body(now, worlds::bird_id(now));
    const BodyView b = worlds::body(later, worlds::bird_id(later));
    CHECK(a.at_m == b.at_m);
    CHECK(a.velocity_mps == b.velocity_mps);
  }
  CHECK(worlds::find(later, EventKind::kLaunch)->time_s == Approx(0.7));
  CHECK(later.since_launch_s() == Approx(2.1));  // times count from the release
}

TEST_CASE("until it flies, a released bird rests on the slingshot, and it is no other bird's turn") {
  World w = released(slung_task(0, 0.5, {"red", "red", "red"}), aimed(radians(20), 1));
  const World before = worlds::world(w.task());
  worlds::run_for(w, 0.45);
  for (int bird = 0; bird < 3; ++bird) {
    const BodyView now = worlds::body(w, worlds::bird_id(w, bird));
    const BodyView then = worlds::body(before, worlds::bird_id(before, bird));
    CHECK(now.at_m == then.at_m);
    CHECK(now.bird == then.bird);
    CHECK(now.present);
  }
  CHECK(w.trail().empty());
  CHECK_FALSE(w.ready());
  CHECK_FALSE(w.may_launch());
  CHECK(w.birds_left() == 2);
  w.launch(aimed(0, 1));
  CHECK(w.birds_left() == 2);
  worlds::run_for(w, 0.1);
  CHECK(worlds::body(w, worlds::bird_id(w, 0)).bird == BirdPhase::kFlying);
  CHECK(worlds::body(w, worlds::bird_id(w, 1)).bird == BirdPhase::kOnSling);
  CHECK_FALSE(w.trail().empty());
}

TEST_CASE("a tap counts from the release, and is lost before the bird flies") {
  const auto speed = [](int tap_ms) {
    World w = released(slung_task(0, 0.5), aimed(radians(20), 1, tap_ms));
    worlds::run_for(w, 1.2);
    return bird_mps(w);
  };
  const double untapped = speed(-1);
  CHECK(speed(300) == Approx(untapped));
  CHECK(speed(500) == Approx(untapped));
  CHECK(speed(1000) > 1.2 * untapped);
  World w = released(slung_task(0, 0.5), aimed(radians(20), 1));
  worlds::run_for(w, 0.2);
  CHECK(w.tap(900));
  worlds::run_for(w, 1);
  CHECK(bird_mps(w) > 1.2 * untapped);
}

TEST_CASE("snapshots hold a released bird, and digests tell its shots apart") {
  World w = released(slung_task(10, 0.5), aimed(radians(20), 1));
  World other = released(slung_task(10, 0.5), aimed(radians(21), 1));
  worlds::run_for(w, 0.2);
  worlds::run_for(other, 0.2);
  CHECK(w.digest() != other.digest());
  const World::Snapshot snapshot = w.save();
  worlds::run_for(w, 1);
  const std::uint64_t expected = w.digest();
  w.restore(snapshot);
  worlds::run_for(w, 1);
  CHECK(w.digest() == expected);
}

TEST_CASE("a play with delays ends, with the same result with certain ends and without") {
  for (const double delay_s : {0.3, 10.0}) {
    const Task task = slung_task(-15, delay_s, {"red", "blue"});
    CHECK(worlds::plays_that_certain_ends_change(task, {5, 20, 60}) == 0);
    const std::vector shots{aimed(0.3, 1), aimed(0.4, 1)};
    CHECK(play(task, shots, worlds::catalogue(), worlds::standard()).end == End::kBirdsUsed);
  }
}

TEST_CASE("a world refuses turns and delays that are none") {
  CHECK(worlds::refuses(slung_task(std::nan(""), 0)));
  CHECK(worlds::refuses(slung_task(0, -1)));
  CHECK(worlds::refuses(slung_task(0, 11)));
}
