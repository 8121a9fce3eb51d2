#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "agents/published/planner.h"
#include "agents/simple_agents.h"
#include "tests/agents/sample.h"

using namespace novphy;

namespace {

std::vector<Shot> shots(const Observation& seen, int count = 40) {
  PigShooter agent;
  agent.begin_trial(5);
  std::vector<Shot> list;
  for (int i = 0; i < count; ++i) list.push_back(agent.choose(seen));
  return list;
}

/// The shot that the game gets for a planned release. The published program takes coordinates relative to the
/// corner of the slingshot's box for coordinates relative to the reference point.
Shot expected(const Observation& seen, Pixel planned) {
  const Pixel reference = reference_point(seen.slingshot);
  return shot_from_release(
      seen, {planned.x + reference.x - seen.slingshot.left, planned.y + reference.y - seen.slingshot.top});
}

bool contains(const std::vector<Shot>& list, Vec2 drag_m) {
  return std::any_of(list.begin(), list.end(), [&](const Shot& shot) { return shot.drag_m == drag_m; });
}

Observation with_pig_called(const std::string& label) {
  Observation seen = sample_observation();
  seen.objects[0].label = label;
  return seen;
}

}  // namespace

TEST_CASE("the pig shooter throws at the pig's middle, now low and now high") {
  // The pig's middle is (300.5, 281), and the planner's own test has the releases for this point. The
  // reference point lies at (+4, +3) from the corner of the slingshot's box.
  const Observation seen = sample_observation();
  const Vec2 low = shot_from_release(seen, {-83 + 4, 284 + 3}).drag_m;
  const Vec2 high = shot_from_release(seen, {45 + 4, 429 + 3}).drag_m;
  const auto list = shots(seen);
  CHECK(contains(list, low));
  CHECK(contains(list, high));
  for (const Shot& shot : list) CHECK((shot.drag_m == low || shot.drag_m == high));
}

TEST_CASE("every kind of pig is a pig, pink ones included, and nothing else is") {
  const auto at_the_pig = shots(sample_observation());
  for (const auto* label : {"pig_basic_big_two_shots_1", "pink_pig_medium_3", "PinkPig_1", "PinkBigPig_2"})
    CHECK(shots(with_pig_called(label)) == at_the_pig);
  for (const auto* label : {"wood_circle_1", "PinkCircle_1", "Object", "TNT_1", "bird_red_2", "Platform_1"})
    CHECK(shots(with_pig_called(label)) != at_the_pig);
}

TEST_CASE("every pig gets its turn") {
  Observation seen = sample_observation();
  seen.objects.push_back(
      {.id = 2, .label = "pig_basic_big_1", .rings = {{{398, 240}, {402, 260}}}, .colours = {}});
  const auto list = shots(seen, 100);
  const Release first = plan_releases(seen.slingshot, {300.5, 281}).at(0);
  const Release second = plan_releases(seen.slingshot, {400, 250}).at(0);
  CHECK(contains(list, expected(seen, first.at).drag_m));
  CHECK(contains(list, expected(seen, second.at).drag_m));
}

TEST_CASE("without a pig, or with one out of reach, the pig shooter lets go at the published fixed point") {
  Observation none = sample_observation();
  none.objects.clear();
  Observation far = sample_observation();
  far.objects[0].rings = {{{600, 250}, {610, 260}}};
  Observation empty = sample_observation();
  empty.objects[0].rings = {{}};
  const Vec2 fixed = expected(none, {-600, 560}).drag_m;
  for (const Observation& seen : {none, far, empty})
    for (const Shot& shot : shots(seen, 5)) CHECK(shot.drag_m == fixed);
}

TEST_CASE("the pig shooter taps by the kind of the bird on the slingshot") {
  Observation seen = sample_observation();
  seen.objects.push_back(
      {.id = 2, .label = "bird_yellow_1", .rings = {{{60, 280}, {66, 286}}}, .colours = {}});
  for (const Shot& shot : shots(seen)) CHECK(shot.tap_ms == 0);

  std::swap(seen.objects[1].label, seen.objects[2].label);
  const auto releases = plan_releases(seen.slingshot, {300.5, 281});
  for (const Shot& shot : shots(seen)) {
    const bool low = shot.drag_m == expected(seen, releases[0].at).drag_m;
    const Release& release = releases[low ? 0 : 1];
    CHECK(shot.tap_ms >= planned_tap_ms(seen.slingshot, release, 300.5, 65));
    CHECK(shot.tap_ms <= planned_tap_ms(seen.slingshot, release, 300.5, 89));
  }
}

TEST_CASE("a trial's seed decides the pig shooter's shots") {
  PigShooter used;
  used.begin_trial(9);
  used.choose(sample_observation());
  used.begin_trial(5);
  for (const Shot& shot : shots(sample_observation())) CHECK(used.choose(sample_observation()) == shot);
}
