#include "generator/solver.h"

#include <catch2/catch.hpp>

#include "tests/generator/known.h"

using namespace novphy;

namespace {

/// A task with a pig on a shelf in reach of flat throws, and with the objects `more`.
Task shelf(const std::vector<Object>& more = {}) {
  Task task = worlds::task({"red"});
  task.objects = {{.type = "platform", .at_m = {-3, -2.6}, .size_m = Vec2{4, 0.4}},
                  {.type = "pig_small", .at_m = {-2.5, -2.175}}};
  task.objects.insert(task.objects.end(), more.begin(), more.end());
  return task;
}

const SolverSpec kFlat{.from_deg = -5, .to_deg = 40, .step_deg = 1, .pulls_m = {1}};

bool wins(const Task& task, const std::vector<Shot>& shots) {
  return play(task, shots, worlds::catalogue(), worlds::standard()).won;
}

}  // namespace

TEST_CASE("a sweep has both its ends") {
  CHECK(angles_deg({.from_deg = -5, .to_deg = 5, .step_deg = 2.5}) ==
        std::vector<double>{-5, -2.5, 0, 2.5, 5});
  CHECK(angles_deg({.from_deg = 10, .to_deg = 10, .step_deg = 1}) == std::vector<double>{10});
}

TEST_CASE("the last throw is every further bird's, mirrored with the slingshot, after those thrown away") {
  Task task = shelf();
  task.birds = {"red", "red", "red", "red"};
  const auto shots = shots_of(task, {{30, 1}, {40, 0.8}}, 1);
  REQUIRE(shots.size() == 4);
  CHECK(launch_angle_rad(shots[0]) == Approx(radians(150)));
  CHECK(launch_angle_rad(shots[1]) == Approx(radians(30)));
  CHECK(launch_angle_rad(shots[2]) == Approx(radians(40)));
  CHECK(shots[3] == shots[2]);
  task.slingshot.faces_left = true;
  CHECK(launch_angle_rad(shots_of(task, {{30, 1}}, 0).front()) == Approx(radians(150)));
}

TEST_CASE("throws that there are no birds for are left out") {
  const auto shots = shots_of(shelf(), {{30, 1}, {40, 1}}, 0);
  REQUIRE(shots.size() == 1);
  CHECK(launch_angle_rad(shots[0]) == Approx(radians(30)));
  CHECK(shots_of(shelf(), {{30, 1}}, 2).size() == 1);
}

TEST_CASE("a pig in the open is won by throws that touch it first") {
  const auto found = solve(shelf(), kFlat, numbers());
  REQUIRE_FALSE(found.empty());
  for (const Solution& solution : found) {
    INFO(solution.what.angle_deg);
    CHECK(solution.analysis.first_touched == 1);
    CHECK(solution.analysis.last_kill()->by_bird);
    CHECK(wins(shelf(), solution.shots));
  }
  CHECK_FALSE(wins(shelf(), shots_of(shelf(), {{85, 1}}, 0)));
}

TEST_CASE("a block that is pushed into the pig is named as first touched and as killer") {
  const Task task = shelf({{.type = "rect_fat", .material = "wood", .at_m = {-3.4, -2.185}}});
  const auto found = solve(task, kFlat, numbers());
  CHECK(std::any_of(found.begin(), found.end(), [](const Solution& solution) {
    const Kill* kill = solution.analysis.last_kill();
    return solution.analysis.first_touched == 2 && kill->killer == 2 && !kill->by_bird;
  }));
}

TEST_CASE("a search that stops too soon cannot make a win") {
  Physics hasty = worlds::standard();
  hasty.slow_bird_mps = 100;  // every bird goes at its first contact
  const auto all = solve(shelf(), kFlat, numbers());
  const auto found = solve(
      shelf(), kFlat, {.catalogue = worlds::catalogue(), .search = hasty, .physics = worlds::standard()});
  CHECK(found.size() <= all.size());
  for (const Solution& solution : found) CHECK(wins(shelf(), solution.shots));
}

TEST_CASE("the same throw by all birds that are left passes as the whole play does, in any order") {
  Task task = shelf({{.type = "square_small", .material = "stone", .at_m = {-3.6, -2.185}}});
  task.birds = {"red", "red", "red"};
  const auto sacrificed = GENERATE(0, 1);
  const auto before = GENERATE(std::vector<Throw>{}, std::vector<Throw>{{80, 1}});
  const auto shots_left = task.birds.size() - before.size() - static_cast<std::size_t>(sacrificed);
  SameThrow same(task, worlds::catalogue(), worlds::standard(), sacrificed, before);
  int passed = 0;
  int later = 0;
  for (double angle_deg = 40; angle_deg > 0; --angle_deg) {
    std::vector<Shot> shots = same.shots({angle_deg, 1});
    CHECK(shots.size() == task.birds.size());
    const bool won = wins(task, shots);
    CHECK(same.passes({angle_deg, 1}) == won);
    passed += won ? 1 : 0;
    shots.resize(static_cast<std::size_t>(sacrificed) + before.size() + 1);
    later += won && !wins(task, shots) ? 1 : 0;
  }
  CHECK(passed > 0);
  CHECK(passed < 40);
  CHECK((later > 0 || shots_left == 1));
}
