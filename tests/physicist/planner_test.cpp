#include "agents/physicist/planner.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/physicist/played.h"

using namespace novphy;

namespace {

constexpr PlanLimits kFewPlays{.plays = 1};

/// Worlds that may be the one in which this task is seen.
std::vector<PossibleWorld> possible(const Task& truth, int n = 6) {
  const World world(truth, worlds::catalogue(), worlds::standard());
  std::vector<PossibleWorld> all;
  for (const Task& task : draw(played::believed_now(world), n, 1))
    all.emplace_back(task, Law{}, worlds::catalogue(), played::fast());
  return all;
}

ThrowPlan planned(const Task& truth, int n = 6, const PlanLimits& limits = kFewPlays) {
  std::vector<PossibleWorld> all = possible(truth, n);
  return plan_throw(all, all, truth.slingshot.faces_left, truth.gravity_mps2.y > 0, limits);
}

bool passes_in_truth(const Task& truth, const Pull& aim) {
  const std::vector<Shot> shots(truth.birds.size(), shot_of(aim));
  return play(truth, shots, worlds::catalogue(), worlds::standard()).won;
}

void check_passes(const Task& truth, double at_least = 0.99) {
  const ThrowPlan plan = planned(truth);
  CHECK(plan.best.probability >= at_least);
  CHECK(passes_in_truth(truth, plan.best.aim));
}

/// The pig of the shelf on the ground behind a wall.
Task behind_wall() {
  Task task = played::shelf();
  task.objects[0] = {.type = "platform", .at_m = {1, -2.5}, .size_m = Vec2{0.4, 2}};
  task.objects[1].at_m = {3, -3.28};
  return task;
}

/// Everything of the task on the other side, as in a mirror.
Task facing_left(Task task) {
  task.slingshot.at_m.x = -task.slingshot.at_m.x;
  task.slingshot.faces_left = true;
  for (Object& object : task.objects) object.at_m.x = -object.at_m.x;
  return task;
}

/// The pig hangs under the shelf, in a world where things fall up.
Task upside_down() {
  Task task = played::shelf();
  task.gravity_mps2.y = -task.gravity_mps2.y;
  task.objects[0].at_m = {2, 3};
  task.objects[1].at_m = {2, 2.59};
  return task;
}

std::vector<PossibleWorld> worlds_of(const std::vector<Task>& tasks) {
  std::vector<PossibleWorld> all;
  for (const Task& task : tasks) all.emplace_back(task, Law{}, worlds::catalogue(), played::fast());
  return all;
}

}  // namespace

TEST_CASE("the planned throw passes tasks with a pig on a shelf and one behind a wall") {
  check_passes(played::shelf());
  check_passes(behind_wall(), 0.6);
}

TEST_CASE("a slingshot that faces left throws to the left") {
  const Task task = facing_left(played::shelf());
  CHECK(launch_angle_rad(shot_of(planned(task).best.aim)) > radians(90));
  check_passes(task);
}

TEST_CASE("where things fall up, the planned throw passes, too") {
  std::vector<PossibleWorld> all = worlds_of({upside_down(), upside_down(), upside_down()});
  const ThrowPlan plan = plan_throw(all, all, false, true, kFewPlays);
  CHECK(plan.best.probability == 1);
  CHECK(passes_in_truth(upside_down(), plan.best.aim));
}

TEST_CASE("a pig that needs two birds is hit twice by the same throw, which is worth a little less") {
  Task task = played::shelf({"red", "red"});
  task.objects[1] = {.type = "pig_big_two_shots", .at_m = {2, -0.3}};
  std::vector<PossibleWorld> all = worlds_of({task, task, task});
  const PlannedPull best = plan_throw(all, all, false, false, kFewPlays).best;
  CHECK(best.probability == Approx(0.9));
  CHECK(passes_in_truth(task, best.aim));
  task.birds.pop_back();
  all = worlds_of({task, task, task});
  CHECK(plan_throw(all, all, false, false, kFewPlays).best.probability == 0);
}

TEST_CASE(
    "where the world changes once a bird is gone, a later bird may pass though the first one touched "
    "nothing") {
  const Law lighter_later{{played::later(played::pushing(played::kBirds, {0, 2.5}), 1)}};
  const Task task = played::shelf({"red", "red"});
  const std::vector<std::string> looks(task.objects.size());
  PossibleWorld world(under(lighter_later, task, looks), lighter_later, worlds::catalogue(), played::fast());
  const ThrowResult result = world.result({.angle_rad = radians(45), .pull_m = 0.6});
  CHECK(result.moved == 0);
  CHECK(result.value == Approx(0.9));
}

TEST_CASE("the probability is the share of the last worlds in which the throw passes") {
  Task immortal = played::shelf();
  immortal.objects[1].hidden.life = 100;
  const Task mortal = played::shelf();
  std::vector<PossibleWorld> all =
      worlds_of({mortal, mortal, mortal, mortal, mortal, mortal, mortal, immortal, immortal});
  CHECK(plan_throw(all, all, false, false, kFewPlays).best.probability == Approx(1.0 / 3));
}

TEST_CASE("the probability is about the share of other worlds in which the throw passes") {
  const Task task = behind_wall();
  const PlannedPull best = planned(task, 18).best;
  double sum = 0;
  std::vector<PossibleWorld> others = possible(task, 42);
  for (std::size_t i = 18; i < others.size(); ++i) sum += others[i].result(best.aim).value;
  CHECK(best.probability == Approx(sum / 24).margin(0.3));
}

TEST_CASE("threads change no plan") {
  const auto with = [](unsigned threads) {
    return planned(behind_wall(), 6, {.plays = kFewPlays.plays, .threads = threads});
  };
  const ThrowPlan one = with(1);
  const ThrowPlan three = with(3);
  CHECK(one.best.aim == three.best.aim);
  CHECK(one.best.probability == three.best.probability);
  CHECK(one.various == three.various);
}

TEST_CASE("a pig out of reach has probability 0, and various throws move what can be moved") {
  const Task task = worlds::task({"red"}, {{.type = "square_hole", .material = "wood", .at_m = {-5, -3.08}},
                                           {.type = "circle", .material = "ice", .at_m = {2, -3.12}}});
  const ThrowPlan plan = planned(task, 3);
  CHECK(plan.best.probability == 0);
  std::vector<PossibleWorld> one = possible(task, 1);
  std::vector<std::uint64_t> moved;
  for (const MovingPull& each : plan.various) moved.push_back(one[0].result(each.aim).moved);
  CHECK(std::count(moved.begin(), moved.end(), 1) == 1);
  CHECK(std::count(moved.begin(), moved.end(), 2) == 1);
}

TEST_CASE("various throws also bring the bird to watched places and past them") {
  Task task = played::shelf();
  task.objects[0].at_m.x = task.objects[1].at_m.x = 14;  // out of reach
  std::vector<PossibleWorld> all = possible(task);
  CHECK(plan_throw(all, all, false, false, kFewPlays).various.empty());
  for (PossibleWorld& world : all) world.watch({{.centre_m = {-6, 0}, .size_m = {2, 2}}});
  const std::vector<MovingPull> various = plan_throw(all, all, false, false, kFewPlays).various;
  REQUIRE(various.size() == 1);
  CHECK(various.front().visits(0));
  CHECK_FALSE(various.front().moves(0));
  CHECK(all.front().result(various.front().aim).moved == various.front().moved);
}

TEST_CASE("where nothing can be moved there are no various throws") {
  CHECK(planned(worlds::task(), 3).various.empty());
}

TEST_CASE("a throw is tried as the law launches it, and tries leave no trace") {
  const Pull aim{.angle_rad = radians(30)};
  const Law mirrored{{LaunchLaw{.mirrored_x = true}}};
  PossibleWorld normal(played::shelf(), {}, worlds::catalogue(), played::fast());
  PossibleWorld changed(played::shelf(), mirrored, worlds::catalogue(), played::fast());
  for (int i = 0; i < 2; ++i) {
    const ThrowResult result = normal.result(aim);
    CHECK(result.value == 1);
    CHECK(result.moved == 2);  // the pig alone
  }
  CHECK(changed.result(aim).value == 0);
  CHECK(changed.result({.angle_rad = radians(150)}).value == 1);
  CHECK(normal.at_rest().time_s() == 0);
}

TEST_CASE("a play in planning that takes too many steps ends and does not pass") {
  // Five birds reach nothing, and a ball swings about the origin for ever: each turn lasts to its time cap.
  Task task = worlds::task({"red", "red", "red", "red", "red"},
                           {{.type = "circle", .material = "wood", .at_m = {6, 6}}});
  task.gravity_mps2 = {0, 0};
  task.effects.push_back(
      ForceField{.per_m = {{-9, 0}, {0, -9}}, .on = {.birds_above_mps = {}, .blocks_above_mps = 0}});
  PossibleWorld world(task, {}, worlds::catalogue(), played::physics().of_plans);
  const std::uint64_t before = world.at_rest().engine_steps();
  CHECK(world.result({.angle_rad = radians(60)}).value == 0);
  const std::uint64_t steps = world.at_rest().engine_steps() - before;
  CHECK(steps >= 4'000);
  CHECK(steps <= 5'100);
}
