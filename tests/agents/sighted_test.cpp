#include "agents/sighted.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/agents/coloured.h"
#include "tests/view/allocations.h"

using namespace novphy;
using coloured::rectangle;

namespace {

SightedObjects sight_of(std::vector<SeenObject> objects, const std::string& bird = "bird_red") {
  return sighted(coloured::observation(std::move(objects), bird), KindClassifier(coloured::colours()));
}

/// A level path at height y, from column 101 on.
PredictedPath level_path(int y) {
  PredictedPath path;
  for (int i = 0; i < 640; ++i) path[static_cast<std::size_t>(i)] = {101 + i, y};
  return path;
}

constexpr int kRadius = 6;
const SeenObject kPig = rectangle("pig_small", {400, 240, 414, 254});

/// What is in the way of a level path at the height of the pig's middle.
InTheWay way_past(std::vector<SeenObject> objects, int y = 247) {
  objects.insert(objects.begin(), kPig);
  const SightedObjects sight = sight_of(std::move(objects));
  const PredictedPath path = level_path(y);
  return in_the_way(sight, path, sight.pigs.front(), kRadius);
}

}  // namespace

TEST_CASE("objects are sorted by kind, and those without an outline are not seen") {
  SeenObject nothing = rectangle("pig_small", {1, 1, 2, 2});
  nothing.rings.clear();
  const SightedObjects sight =
      sight_of({rectangle("wood_circle", {200, 200, 210, 210}), kPig, rectangle("fan", {1, 2, 3, 4}), nothing,
                rectangle("ice_circle", {0, 0, 5, 5})});
  CHECK(sight.pigs.size() == 1);
  CHECK(sight.pigs.front().middle() == Pixel{407, 247});
  CHECK(sight.blocks.size() == 2);
  CHECK(sight.blocks.front().kind == SeenKind::kWood);
  CHECK(sight.tnts.size() == 1);
  CHECK(sight.birds.size() == 1);
}

TEST_CASE("the bird on the slingshot is the topmost one") {
  CHECK(sight_of({rectangle("bird_blue", {60, 277, 68, 286})}).bird() == SeenKind::kRedBird);
  CHECK(sight_of({rectangle("bird_blue", {60, 240, 68, 248})}).bird() == SeenKind::kBlueBird);
  CHECK(sighted({}, KindClassifier(coloured::colours())).bird() == std::nullopt);
}

TEST_CASE("a platform blocks everything from its first corner's row down to row 480, but not itself") {
  const SightedObjects sight = sight_of({rectangle("platform", {300, 200, 350, 220})});
  CHECK(sight.platforms.front().box == PixelBox{300, 220, 350, 480});
  CHECK(way_past({rectangle("platform", {300, 100, 350, 120})}).platform);
  CHECK_FALSE(way_past({rectangle("platform", {300, 240, 350, 254})}).platform);
}

TEST_CASE("a path is cut before its closest approach to a point and the point before that") {
  const PredictedPath path = level_path(200);
  CHECK(up_to(path, {301, 200}).size() == 199);
  CHECK(up_to(path, {301, 200}).back() == Pixel{299, 200});
  CHECK(up_to(path, {0, 200}).empty());
  CHECK(up_to(path, {101, 200}).empty());
  CHECK(up_to(path, {2000, 200}).size() == 638);
}

TEST_CASE("a block is in the way where the bird's middle or its left, right, upper or lower end meets it") {
  const auto blocks_at = [](PixelBox box) { return way_past({rectangle("wood_circle", box)}).blocks.size(); };
  CHECK(blocks_at({300, 240, 310, 260}) == 1);
  CHECK(blocks_at({300, 253, 310, 260}) == 1);  // the point below, row 247 + 6
  CHECK(blocks_at({300, 254, 310, 260}) == 0);
  CHECK(blocks_at({300, 230, 310, 242}) == 1);  // the point above, row 247 - 6
  CHECK(blocks_at({300, 230, 310, 241}) == 0);  // the lower border does not belong to the box
  const InTheWay way = way_past({rectangle("wood_circle", {300, 240, 310, 260})});
  CHECK(way.blocks.front().at == Pixel{294, 247});
}

TEST_CASE("only points right of column 200, left of column 840 and between rows 100 and 480 count") {
  const auto is_met = [](PixelBox box, int y) {
    return !way_past({rectangle("wood_circle", box)}, y).blocks.empty();
  };
  CHECK_FALSE(is_met({180, 240, 195, 260}, 247));
  CHECK(is_met({180, 240, 196, 260}, 247));  // the bird at column 201 meets it on its left
  CHECK_FALSE(is_met({300, 90, 310, 110}, 100));
  CHECK(is_met({300, 90, 310, 110}, 101));
  CHECK(is_met({300, 470, 310, 490}, 479));
  CHECK_FALSE(is_met({300, 470, 310, 490}, 480));
}

TEST_CASE("the target ends the walk") {
  CHECK(way_past({rectangle("wood_circle", {420, 240, 430, 260})}).blocks.empty());
  CHECK(way_past({rectangle("wood_circle", {420, 240, 430, 260})}, 200).blocks.empty());
  CHECK(way_past({rectangle("wood_circle", {420, 190, 430, 210})}, 200).blocks.size() == 1);  // past the pig
}

TEST_CASE("blocks are met in the order of the path, other pigs are counted, and TNT is not in the way") {
  const InTheWay way = way_past(
      {rectangle("stone_circle", {350, 240, 360, 260}), rectangle("ice_circle", {300, 240, 310, 260}),
       rectangle("pig_small", {320, 240, 330, 260}), rectangle("tnt", {250, 240, 260, 260})});
  REQUIRE(way.blocks.size() == 2);
  CHECK(way.blocks[0].object.kind == SeenKind::kIce);
  CHECK(way.blocks[1].object.kind == SeenKind::kStone);
  CHECK(way.pigs == 1);
  CHECK(way.first_x_px == 294);
  CHECK_FALSE(way.empty);
}

TEST_CASE("a path without a point is empty") {
  const SightedObjects sight = sight_of({kPig});
  CHECK(in_the_way(sight, {}, sight.pigs.front(), kRadius).empty);
}

TEST_CASE("boxes without area are met by nothing") {
  CHECK(way_past({rectangle("wood_circle", {300, 247, 300, 247})}).blocks.empty());
}

TEST_CASE("a path and what is in its way take no memory for each point") {
  const SightedObjects sight = sight_of({kPig});
  const JavaPlanner planner(coloured::kSlingshot);
  const long before = test::allocations();
  const PredictedPath path = planner.path({-193, 477});
  const InTheWay way = in_the_way(sight, up_to(path, {407, 247}), sight.pigs.front(), kRadius);
  const long after = test::allocations();
  CHECK(after == before);
  CHECK(way.blocks.empty());
}
