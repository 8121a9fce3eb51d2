// Objects that must not be touched.

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A wall at the right edge of the world, a pig and a block before it.
Task forbidden_task(std::vector<Forbidden> laws, std::vector<std::string> birds = {"red", "red"}) {
  Task t{.width_m = worlds::catalogue().world.width_m,
         .gravity_mps2 = worlds::catalogue().world.gravity_mps2,
         .slingshot = worlds::catalogue().world.slingshot,
         .birds = std::move(birds)};
  t.objects = {{.type = "platform", .at_m = {2, -2}, .size_m = Vec2{0.5, 3}},
               {.type = "pig_small", .at_m = {-9, -3.3}},
               {.type = "square_small", .material = "wood", .at_m = {0, -3.28}}};
  for (Forbidden& law : laws) t.effects.emplace_back(std::move(law));
  return t;
}

Outcome outcome_of(const Task& task, double angle_deg, const Physics& physics = worlds::standard()) {
  return play(task, std::vector(task.birds.size(), aimed(radians(angle_deg), 1)), worlds::catalogue(),
              physics, {.log_events = true});
}

constexpr double kAtPigDeg = -22;
constexpr double kAtWallDeg = 5;
constexpr double kOverDeg = 100;

}  // namespace

TEST_CASE("a bird's touch of what must not be touched loses the play at once") {
  const Outcome lost = outcome_of(forbidden_task({{.object = 0}}), kAtWallDeg);
  CHECK(lost.end == End::kForbidden);
  CHECK(name(lost.end) == "forbidden");
  CHECK_FALSE(lost.won);
  CHECK(lost.birds_left == 1);
  const auto touch = std::find_if(lost.events.begin(), lost.events.end(), [](const Event& e) {
    return e.kind == EventKind::kContact && e.body == 0;
  });
  REQUIRE(touch != lost.events.end());
  CHECK(lost.time_s == touch->time_s);
  Physics to_the_cap = worlds::watched();
  to_the_cap.rules.early_end = false;
  CHECK(outcome_of(forbidden_task({{.object = 0}}), kAtWallDeg, to_the_cap).time_s == lost.time_s);
}

TEST_CASE("other touches, and touches of settling, lose nothing") {
  CHECK(outcome_of(forbidden_task({{.object = 0}}), kOverDeg).end == End::kBirdsUsed);
  CHECK(outcome_of(forbidden_task({{.object = 0, .by = {.blocks = true}}}), kOverDeg).end == End::kBirdsUsed);
  Task task = forbidden_task({{.object = 0, .by = {.blocks = true}}});
  task.objects[2].at_m = {2, 1};  // falls on the wall
  CHECK(outcome_of(task, kOverDeg).end == End::kBirdsUsed);
}

TEST_CASE("a play is won where the last pig dies before the touch, not where it dies of it") {
  CHECK(outcome_of(forbidden_task({{.object = 0}}), kAtPigDeg).end == End::kPigsGone);
  CHECK(outcome_of(forbidden_task({{.object = 1}}), kAtPigDeg).end == End::kForbidden);
  Physics to_the_cap = worlds::watched();
  to_the_cap.rules.early_end = false;
  CHECK(outcome_of(forbidden_task({{.object = 0}}), kAtPigDeg, to_the_cap).won);
}

TEST_CASE("certain ends wait while a bird may reach what must not be touched") {
  for (const int object : {0, 1, 2}) {
    const Task task = forbidden_task({{.object = object}}, {"red", "blue"});
    CHECK(worlds::plays_that_certain_ends_change(task) == 0);
  }
  const auto end_s = [](std::vector<Forbidden> laws) {
    Task task = worlds::task({"red"}, {{.type = "platform", .at_m = {4, -2}, .size_m = Vec2{0.5, 3}}});
    for (const Forbidden& law : laws) task.effects.emplace_back(law);
    return play(task, std::vector{aimed(0, 0.5)}, worlds::catalogue(), worlds::standard()).time_s;
  };
  const double without_s = end_s({});
  CHECK(end_s({{.object = 0}}) > without_s + 1);
  CHECK(end_s({{.object = 1}}) == without_s);  // the shelf, higher than the bird can rise
}

TEST_CASE("snapshots do not keep a broken rule") {
  World w(forbidden_task({{.object = 0}}), worlds::catalogue(), worlds::standard());
  const World::Snapshot start = w.save();
  w.launch(aimed(radians(kAtWallDeg), 1));
  worlds::run_until(w, [] { return false; });
  REQUIRE(w.end() == End::kForbidden);
  w.restore(start);
  CHECK_FALSE(w.end());
  w.launch(aimed(radians(kOverDeg), 1));
  worlds::run_for(w, 5);
  CHECK(w.end() != End::kForbidden);
}

TEST_CASE("a world refuses to forbid an object that is not there") {
  CHECK(worlds::refuses(forbidden_task({{.object = 9}})));
}

TEST_CASE("a touch of a switch kills the pigs, and only by the bodies that it names") {
  const auto task = [](Bodies by) {
    Task t = forbidden_task({});
    t.effects.emplace_back(Switch{.object = 0, .by = std::move(by)});
    return t;
  };
  const Outcome won = outcome_of(task({.birds = true}), kAtWallDeg);
  CHECK(won.end == End::kPigsGone);
  const auto death = std::find_if(won.events.begin(), won.events.end(),
                                  [](const Event& e) { return e.kind == EventKind::kDeath && e.body == 1; });
  REQUIRE(death != won.events.end());
  CHECK(death->cause == "switch");
  CHECK(death->other == 3);  // the first bird
  CHECK_FALSE(outcome_of(task({.birds = true}), kOverDeg).won);
  CHECK_FALSE(outcome_of(task({.pigs = true}), kAtWallDeg).won);
  Task falls = task({.blocks = true});
  falls.objects[2].at_m = {2, 1};  // falls on the wall while the task settles
  CHECK_FALSE(outcome_of(falls, kOverDeg).won);
  Task none = task({.birds = true});
  std::get<Switch>(none.effects[0]).object = 9;
  CHECK(worlds::refuses(none));
  CHECK(worlds::plays_that_certain_ends_change(task({.birds = true})) == 0);
}
