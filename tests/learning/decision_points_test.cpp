#include <catch2/catch.hpp>
#include <vector>

#include "agents/learning/steps.h"
#include "sim/world.h"
#include "tests/learning/play_setting.h"

using namespace novphy;
using namespace novphy::test;

namespace {

std::vector<DecisionPoint> moments(const Task& task, ActionSet set, std::uint64_t seed = 1) {
  Rng rng = Rng::stream(seed, "tests/learning");
  return decision_points_of(task, set, setting(), rng);
}

int count(const DecisionPoint& moment, ActionResult result) {
  return static_cast<int>(std::count(moment.results.begin(), moment.results.end(), result));
}

}  // namespace

TEST_CASE("an action's result is the result of a play from the task's start") {
  const Task task = open_task(4);
  const std::vector<DecisionPoint> all = moments(task, ActionSet::kGrid);
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].results.size() == 180);
  const World start(task, worlds::catalogue(), worlds::standard());
  const Sight sight(start, setting().object_table);
  CHECK(all[0].features == sight.features);
  for (int action = 0; action < 180; ++action) {
    const std::vector<Shot> shots{*action_shot(ActionSet::kGrid, action, sight.table)};
    const bool won = play(task, shots, worlds::catalogue(), worlds::standard()).won;
    INFO("action " << action);
    CHECK((all[0].results[static_cast<std::size_t>(action)] == ActionResult::kPasses) == won);
  }
  CHECK(count(all[0], ActionResult::kPasses) > 0);
  CHECK(count(all[0], ActionResult::kFails) > 0);
  CHECK(count(all[0], ActionResult::kNoShot) == 0);
}

TEST_CASE("the planner's actions without a target have no shot") {
  const std::vector<DecisionPoint> all = moments(open_task(4), ActionSet::kPlanner);
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].results.size() == 48);
  CHECK(count(all[0], ActionResult::kPasses) > 0);
  CHECK(all[0].results[47] == ActionResult::kNoShot);  // the task has fewer than 24 objects
}

TEST_CASE("a task has a moment for each bird, and what is seen changes after a throw") {
  const std::vector<DecisionPoint> all = moments(open_task(4, {"red", "red", "red"}), ActionSet::kGrid);
  REQUIRE(all.size() == 3);
  CHECK(all[0].features != all[1].features);
  for (const DecisionPoint& moment : all) CHECK(count(moment, ActionResult::kPasses) > 0);
}

TEST_CASE(
    "where no action passes, those advance that leave the pigs least life, and the next bird follows one") {
  Task task = open_task(4, {"red", "red", "red"});
  task.objects.back().type = "pig_big_two_shots";
  const std::vector<DecisionPoint> all = moments(task, ActionSet::kGrid);
  REQUIRE(all.size() == 3);
  CHECK(count(all[0], ActionResult::kPasses) == 0);
  CHECK(count(all[0], ActionResult::kAdvances) > 0);
  CHECK(count(all[0], ActionResult::kFails) > 0);
  CHECK(count(all[1], ActionResult::kPasses) > 0);
  CHECK(count(all[1], ActionResult::kAdvances) == 0);
  CHECK(all[0].features != all[1].features);
}

TEST_CASE("no action of the last bird advances") {
  Task task = open_task(4);
  task.objects.back().type = "pig_big_two_shots";
  const std::vector<DecisionPoint> all = moments(task, ActionSet::kGrid);
  REQUIRE(all.size() == 1);
  CHECK(count(all[0], ActionResult::kFails) == 180);
}
