#include "agents/action_set.h"

#include <catch2/catch.hpp>
#include <vector>

#include "agents/planner_table.h"
#include "tests/sim/worlds.h"
#include "view/object_table.h"

using namespace novphy;

TEST_CASE("sets of actions have names") {
  for (const ActionSet set : {ActionSet::kPlanner, ActionSet::kGrid})
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
