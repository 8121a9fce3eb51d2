#include "levels/overlap.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tests/levels/shipped_catalogue.h"

using namespace novphy;

namespace {

std::vector<Ring> box(double x, double y, double width, double height) {
  const double w = width / 2;
  const double h = height / 2;
  return {{{x - w, y - h}, {x + w, y - h}, {x + w, y + h}, {x - w, y + h}}};
}

std::vector<Ring> frame_with_hole() {
  auto rings = box(0, 0, 2, 2);
  rings.push_back({{-0.5, -0.5}, {-0.5, 0.5}, {0.5, 0.5}, {0.5, -0.5}});
  return rings;
}

Object block(const std::string& type, double x, double y, double angle_rad = 0) {
  return {.type = type, .material = "wood", .at_m = {x, y}, .angle_rad = angle_rad, .size_m = {}};
}

}  // namespace

TEST_CASE("the depth of an overlap is how far one has sunk into the other") {
  using Catch::Matchers::WithinAbs;
  const auto floor = box(0, 0, 4, 1);
  CHECK(overlap_depth_m(floor, box(0, 1.01, 1, 1)) == 0);
  CHECK(overlap_depth_m(floor, box(0, 1, 1, 1)) == 0);
  CHECK_THAT(overlap_depth_m(floor, box(0, 0.95, 1, 1)), WithinAbs(0.05, 1e-12));
  CHECK_THAT(overlap_depth_m(box(0, 0.95, 1, 1), floor), WithinAbs(0.05, 1e-12));
  // Two boxes of equal width, one on the other: no corner lies inside the other box, but sides do.
  CHECK_THAT(overlap_depth_m(floor, box(0, 0.97, 4, 1)), WithinAbs(0.03, 1e-12));
  // A square on its corner.
  const double half = std::numbers::sqrt2 / 2;
  const std::vector<Ring> diamond{{{0, 0.4}, {half, 0.4 + half}, {0, 0.4 + 2 * half}, {-half, 0.4 + half}}};
  CHECK_THAT(overlap_depth_m(floor, diamond), WithinAbs(0.1, 1e-12));
}

TEST_CASE("crossing, equal and contained outlines overlap") {
  CHECK(overlap_depth_m(box(0, 0, 4, 0.2), box(0, 0, 0.2, 4)) == Approx(0.1));
  CHECK(overlap_depth_m(box(0, 0, 1, 1), box(0, 0, 1, 1)) == Approx(0.5));
  CHECK(overlap_depth_m(box(0, 0, 4, 4), box(0, 0, 1, 1)) == Approx(1.5));
  CHECK(overlap_depth_m(frame_with_hole(), frame_with_hole()) > 0.2);
}

TEST_CASE("holes are empty") {
  CHECK(overlap_depth_m(frame_with_hole(), box(0, 0, 0.9, 0.9)) == 0);
  CHECK(overlap_depth_m(frame_with_hole(), box(0.1, 0, 0.9, 0.9)) == Approx(0.05));
}

TEST_CASE("outlines that are concave do not overlap where they are hollow") {
  const std::vector<Ring> angle{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}};
  CHECK(overlap_depth_m(angle, box(1.6, 1.6, 1, 1)) == 0);
  CHECK(overlap_depth_m(angle, box(1.45, 1.6, 1, 1)) == Approx(0.05));
}

TEST_CASE("moving objects are compared with everything, fixed ones only with moving ones") {
  const Catalogue& catalogue = shipped_catalogue();
  Task task{.slingshot = shipped_catalogue().world.slingshot};
  task.objects = {block("rect_fat", 0, 3),
                  {.type = "platform", .material = "", .at_m = {0, 2.5}, .size_m = Vec2{3, 0.64}},
                  {.type = "platform", .material = "", .at_m = {0, 2.6}, .size_m = Vec2{3, 0.64}},
                  block("rect_fat", 0.3, 3.4),
                  block("square_small", 5, -3.4)};
  const auto found = check_overlaps(task, catalogue);
  REQUIRE(found.size() == 4);
  CHECK((found[0].object == 0 && found[0].other == 1));
  CHECK(found[0].depth_m == Approx(2.5 + 0.32 - (3 - 0.215)));
  CHECK((found[1].object == 0 && found[1].other == 2));
  CHECK(found[1].depth_m == Approx(2.6 + 0.32 - (3 - 0.215)));
  CHECK((found[2].object == 0 && found[2].other == 3));
  CHECK((found[3].object == 4 && found[3].other == Overlap::kGround));
  CHECK(check_overlaps(task, catalogue, 10).empty());
}

TEST_CASE("a thousand objects in one place are named a hundred times and no more") {
  Task task{.slingshot = shipped_catalogue().world.slingshot};
  task.objects.assign(1000, block("triangle_hole", 0, 3));
  CHECK(check_overlaps(task, shipped_catalogue()).size() == 100);
}
