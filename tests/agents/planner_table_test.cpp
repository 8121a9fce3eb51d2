
#include <catch2/catch.hpp>
#include <vector>

#include "agents/published/planner.h"
#include "tests/sim/worlds.h"
#include "view/object_table.h"

using namespace novphy;

namespace {

struct View {
  explicit View(const Task& task) : world(worlds::world(task)), cells(ObjectTable::size()) {
    ObjectTable(worlds::catalogue(), worlds::assets().colours).observe_into(world, cells);
    seen = observe(world, worlds::assets().colours, false);
  }
  World world;
  std::vector<float> cells;
  Observation seen;
};

Task with_block(Vec2 at_m) {
  return worlds::task({"red"}, {{.type = "platform", .at_m = at_m, .size_m = Vec2{0.5, 0.5}}});
}

}  // namespace

TEST_CASE("the planner's shot at a row is the published planner's shot at the box's centre") {
  const View view(with_block({2, -1}));
  const std::vector<float>& cells = view.cells;
  const std::size_t box = ObjectTable::row(0) + ObjectTable::Row::kBox;
  const Vec2 centre_px{(cells[box] + cells[box + 2]) / 2.0, (cells[box + 1] + cells[box + 3]) / 2.0};
  const std::vector<Release> releases = plan_releases(view.seen.slingshot, centre_px);
  REQUIRE(releases.size() == 2);
  CHECK(planned_shot(cells, 0, false) == shot_from_release(view.seen, releases[0].at));
  CHECK(planned_shot(cells, 0, true) == shot_from_release(view.seen, releases[1].at));
}

TEST_CASE("a row has no shot where it is unused, on the slingshot or out of reach") {
  const View view(with_block({16, 12}));
  CHECK_FALSE(planned_shot(view.cells, 0, false));  // out of reach
  std::size_t on_sling = 0;
  for (; on_sling < ObjectTable::kRows; ++on_sling) {
    const float* box = &view.cells[ObjectTable::row(on_sling) + ObjectTable::Row::kBox];
    if (box[0] <= static_cast<float>(view.seen.bird_rest.x) &&
        static_cast<float>(view.seen.bird_rest.x) <= box[2])
      break;
  }
  REQUIRE(on_sling < ObjectTable::kRows);
  CHECK_FALSE(planned_shot(view.cells, on_sling, false));
  CHECK_FALSE(planned_shot(view.cells, ObjectTable::kRows - 1, false));
  CHECK_FALSE(planned_shot(view.cells, ObjectTable::kRows, false));
}
