#include <catch2/catch.hpp>
#include <vector>

#include "agents/published/planner.h"
#include "agents/throws.h"
#include "tests/sim/worlds.h"
#include "view/object_table.h"

using namespace novphy;

TEST_CASE("sets of actions have names") {
  for (const ActionSet set : {ActionSet::kPlanner, ActionSet::kPoints, ActionSet::kGrid})
    CHECK(action_set_named(name(set)) == set);
  CHECK_FALSE(action_set_named("Grid").has_value());
}

TEST_CASE("the grid holds a direction for each degree, from straight down to 89 degrees") {
  CHECK(action_count(ActionSet::kGrid) == 180);
  for (int action = 0; action < 180; ++action) {
    const Shot shot = *action_shot(ActionSet::kGrid, action, {});
    CHECK(launch_angle_rad(shot) == Approx(radians(action - 90.0)).margin(1e-12));
    CHECK(shot.tap_ms < 0);
  }
}

TEST_CASE("the planner's actions aim low, then high, at each object") {
  const World world =
      worlds::world(worlds::task({"red"}, {{.type = "platform", .at_m = {2, -1}, .size_m = Vec2{0.5, 0.5}}}));
  std::vector<float> cells(ObjectTable::size());
  ObjectTable(worlds::catalogue(), worlds::assets().colours).observe_into(world, cells);
  CHECK(action_count(ActionSet::kPlanner) == 48);
  CHECK(action_shot(ActionSet::kPlanner, 0, cells) == planned_shot(cells, 0, false));
  CHECK(action_shot(ActionSet::kPlanner, 1, cells) == planned_shot(cells, 0, true));
  CHECK(action_shot(ActionSet::kPlanner, 4, cells) == planned_shot(cells, 2, false));
  CHECK_FALSE(action_shot(ActionSet::kPlanner, 47, cells).has_value());
}

TEST_CASE("the planner's actions at points aim at the centre and at the middles of the edges") {
  const World world =
      worlds::world(worlds::task({"red"}, {{.type = "platform", .at_m = {2, 0}, .size_m = Vec2{2, 2}}}));
  std::vector<float> cells(ObjectTable::size());
  ObjectTable(worlds::catalogue(), worlds::assets().colours).observe_into(world, cells);
  constexpr int kCount = 240;
  REQUIRE(action_count(ActionSet::kPoints) == kCount);
  for (int action = 0; action < action_count(ActionSet::kPlanner); ++action)
    CHECK(action_shot(ActionSet::kPoints, 10 * (action / 2) + action % 2, cells) ==
          action_shot(ActionSet::kPlanner, action, cells));
  const auto low = [&](std::size_t object, int point) {
    return launch_angle_rad(
        *action_shot(ActionSet::kPoints, static_cast<int>(10 * object) + 2 * point, cells));
  };
  std::size_t box = 0;  // the row of the platform, which is the widest object within reach
  const auto width = [&](std::size_t object) {
    const std::size_t at = ObjectTable::row(object) + ObjectTable::Row::kBox;
    return action_shot(ActionSet::kPlanner, static_cast<int>(2 * object), cells) ? cells[at + 2] - cells[at]
                                                                                 : 0;
  };
  for (std::size_t object = 0; object < 24; ++object)
    if (width(object) > width(box)) box = object;
  REQUIRE(width(box) > 0);
  CHECK(low(box, 2) > low(box, 0));  // the upper edge lies above the centre
  CHECK(low(box, 4) < low(box, 0));  // the lower edge lies below the centre
  CHECK(low(box, 1) != low(box, 3));
  CHECK_FALSE(action_shot(ActionSet::kPoints, kCount - 1, cells).has_value());
}

TEST_CASE("an action is told in words") {
  CHECK(words(ActionSet::kGrid, 120) == "30 degrees");
  CHECK(words(ActionSet::kPlanner, 4) == "low at object 3");
  CHECK(words(ActionSet::kPlanner, 5) == "high at object 3");
  CHECK(words(ActionSet::kPoints, 23) == "high at point 2 of object 3");
}
