#include "generator/play_analysis.h"

#include <catch2/catch.hpp>

#include "levels/pair.h"
#include "tests/generator/known.h"

using namespace novphy;

namespace {

PlayAnalysis analysis(const Task& task, std::vector<Shot> shots) {
  return analyse(task, shots, worlds::catalogue(), worlds::standard());
}

Shot throw_at(double angle_deg) { return aimed(radians(angle_deg), 1); }

Object platform(Vec2 at_m, Vec2 size_m, double angle_deg = 0) {
  return {.type = "platform", .at_m = at_m, .angle_rad = radians(angle_deg), .size_m = size_m};
}

/// The task of one side of the pair tests/pairs/NAME.json.
Task known(const std::string& name, bool novel) {
  const Pair pair = read_pair(NOVPHY_SOURCE_DIR "/tests/pairs/" + name + ".json", worlds::catalogue());
  return novel ? pair.novel.task : pair.normal.task;
}

}  // namespace

TEST_CASE("a direct hit is told as the bird's, and nothing moved before") {
  const PlayAnalysis s = analysis(
      bare({platform({-3, -2.6}, {4, 0.4}), {.type = "pig_small", .at_m = {-2.5, -2.175}}}), {throw_at(10)});
  REQUIRE(s.outcome.won);
  REQUIRE(s.last_kill() != nullptr);
  CHECK(s.last_kill()->by_bird);
  CHECK(s.last_kill()->pig == 1);
  CHECK(s.last_kill()->rule_moved_m == 0);
  CHECK(s.last_kill()->chain == std::vector<int>{2});
  CHECK(s.first_touched == 1);
  CHECK(s.first_met == 0);           // the platform, along which it slides
  CHECK(s.last_kill()->side == -1);  // from the left
  CHECK(s.birds_on_pig.at(1) == 1);
}

TEST_CASE("a ball that goes down its ramp is told as rolling, hops of its corners included") {
  const Task task = known("rolling/agents", false);
  const PlayAnalysis s = analysis(task, {throw_at(46)});
  REQUIRE(s.outcome.won);
  const Kill& kill = *s.last_kill();
  CHECK(kill.killer == 0);
  CHECK_FALSE(kill.by_bird);
  CHECK(kill.chain == std::vector<int>{0, static_cast<int>(task.objects.size())});
  CHECK(kill.travel.rolled_m > 1);
  CHECK(kill.travel.rolled_m > 0.5 * kill.travel.supported_m);
  CHECK(kill.travel.supported_m < kill.travel.moved_m);  // the killer flies off the ramp's end
  CHECK(kill.rule_moved_m == kill.travel.moved_m);
}

TEST_CASE("a block that is pushed along is told as sliding, not as rolling") {
  const Task task = bare({platform({-4, -2.2}, {6, 0.4}),
                          {.type = "rect_fat", .material = "stone", .at_m = {-5.5, -1.785}},
                          {.type = "pig_medium", .at_m = {-4.2, -1.62}},
                          platform({-4, -0.9}, {4, 0.3})});
  for (double angle_deg = 5; angle_deg < 30; angle_deg += 0.5) {
    const PlayAnalysis s = analysis(task, {throw_at(angle_deg)});
    if (!s.outcome.won || s.last_kill()->killer != 1) continue;
    INFO(angle_deg);
    const Travel& travel = s.last_kill()->travel;
    CHECK(travel.supported_m > 0.4);
    CHECK(travel.rolled_m < 0.5 * travel.supported_m);
    CHECK(travel.tilted_rad < radians(20));
    return;
  }
  FAIL("no throw pushed the block into the pig");
}

TEST_CASE("a ball that is pushed off its pillar is told as falling") {
  const Task task = known("falling/relations", false);
  const PlayAnalysis s = analysis(task, {throw_at(40)});
  REQUIRE(s.outcome.won);
  const Kill& kill = *s.last_kill();
  CHECK(kill.killer == 0);
  CHECK(kill.travel.dropped_m > 0.8);
  CHECK(kill.chain.size() == 2);
}

TEST_CASE("a pig that is pushed off its shelf dies of who pushed it, not of the ground") {
  const Task task = bare({platform({-6, 3}, {3, 0.4}), {.type = "pig_medium", .at_m = {-5.2, 3.58}}});
  int falls = 0;
  for (double angle_deg = 45; angle_deg < 75; angle_deg += 1) {
    const PlayAnalysis s = analysis(task, {aimed(radians(angle_deg), 0.9)});
    if (!s.outcome.won || s.last_kill() == nullptr) continue;
    ++falls;
    CHECK(s.last_kill()->by_bird);
  }
  CHECK(falls > 0);
}

TEST_CASE("three birds on a big pig are counted as three") {
  const Task task = known("multiple_forces/objects", false);
  const PlayAnalysis s = analysis(task, {throw_at(35), throw_at(35), throw_at(35)});
  REQUIRE(s.outcome.won);
  CHECK(s.birds_on_pig.begin()->second == 3);
}

TEST_CASE("what effects push is told") {
  const Task task = known("single_force/actions", true);
  const PlayAnalysis through = analysis(task, {throw_at(25)});
  const int bird = static_cast<int>(task.objects.size());
  CHECK(through.pushed_ns.at(bird) > 1);
  const PlayAnalysis over = analysis(task, {throw_at(88)});
  CHECK_FALSE(over.pushed_ns.contains(bird));
}

TEST_CASE("a play without a kill has none") {
  const PlayAnalysis s = analysis(known("falling/relations", false), {throw_at(85)});
  CHECK_FALSE(s.outcome.won);
  CHECK(s.last_kill() == nullptr);
  CHECK_FALSE(s.first_touched.has_value());
}
