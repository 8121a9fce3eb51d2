#include "generator/sweep.h"

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A pig on a shelf in reach of flat throws, with more before it.
Task shelf(std::vector<Object> more = {}, std::vector<std::string> birds = {"red"}) {
  Task task{.width_m = worlds::catalogue().world.width_m,
            .gravity_mps2 = worlds::catalogue().world.gravity_mps2,
            .slingshot = worlds::catalogue().world.slingshot,
            .birds = std::move(birds)};
  task.objects = {{.type = "platform", .at_m = {-3, -2.6}, .size_m = Vec2{4, 0.4}},
                  {.type = "pig_small", .at_m = {-2.5, -2.175}}};
  task.objects.insert(task.objects.end(), more.begin(), more.end());
  return task;
}

constexpr SweepSpec kFlat{.from_deg = -5, .to_deg = 40, .step_deg = 1};

std::vector<Win> sweep(const Task& task, const SweepSpec& spec = kFlat) {
  return winning_throws(task, spec, worlds::catalogue(), worlds::standard(), worlds::standard());
}

}  // namespace

TEST_CASE("a sweep has both its ends") {
  CHECK(angles_deg({.from_deg = -5, .to_deg = 5, .step_deg = 2.5}) ==
        std::vector<double>{-5, -2.5, 0, 2.5, 5});
  CHECK(angles_deg({.from_deg = 10, .to_deg = 10, .step_deg = 1}) == std::vector<double>{10});
}

TEST_CASE("every bird gets the same throw, mirrored with the slingshot, after those to sacrifice") {
  Task task = shelf({}, {"red", "red", "red"});
  const auto shots = shots_at(task, 30, {.sacrificed = 1});
  REQUIRE(shots.size() == 3);
  CHECK(launch_angle_rad(shots[0]) == Approx(radians(150)));
  CHECK(launch_angle_rad(shots[1]) == Approx(radians(30)));
  CHECK(shots[2] == shots[1]);
  task.slingshot.faces_left = true;
  CHECK(launch_angle_rad(shots_at(task, 30, {}).front()) == Approx(radians(150)));
}

TEST_CASE("a pig in the open is won by throws that touch it first") {
  const auto found = sweep(shelf());
  REQUIRE_FALSE(found.empty());
  for (const Win& win : found) {
    INFO(win.angle_deg);
    CHECK(win.trace.first_touched == 1);
    CHECK(win.trace.killed_by_bird);
    CHECK(wins(shelf(), win.angle_deg, kFlat, worlds::catalogue(), worlds::standard()));
  }
  CHECK_FALSE(wins(shelf(), 85, kFlat, worlds::catalogue(), worlds::standard()));
}

TEST_CASE("a block that is pushed into the pig is named as first touched and as killer") {
  const auto found = sweep(shelf({{.type = "rect_fat", .material = "wood", .at_m = {-3.4, -2.185}}}));
  REQUIRE_FALSE(found.empty());
  CHECK(std::any_of(found.begin(), found.end(), [](const Win& win) {
    return win.trace.first_touched == 2 && win.trace.killer == 2 && !win.trace.killed_by_bird &&
           win.trace.first_touch_damage > 0;
  }));
}

TEST_CASE("a search that stops too soon cannot make a win") {
  Physics hasty = worlds::standard();
  hasty.slow_bird_mps = 100;  // every bird goes at its first contact
  const auto all = sweep(shelf());
  const auto found = winning_throws(shelf(), kFlat, worlds::catalogue(), hasty, worlds::standard());
  CHECK(found.size() <= all.size());
  for (const Win& win : found)
    CHECK(wins(shelf(), win.angle_deg, kFlat, worlds::catalogue(), worlds::standard()));
}
