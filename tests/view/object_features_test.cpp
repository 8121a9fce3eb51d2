#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "tests/view/scenes.h"
#include "view/object_table.h"

using namespace novphy;

namespace {

std::vector<float> features(const World& world) {
  std::vector<float> table(ObjectTable::size());
  ObjectTable(worlds::catalogue(), worlds::assets().colours).observe_into(world, table);
  std::vector<float> cells(ObjectFeatures::size(), -1);
  features_of(table, cells);
  return cells;
}

/// The number in a row's column with this name.
float cell(const std::vector<float>& cells, std::size_t row, std::string_view column) {
  const auto& names = ObjectFeatures::kNames;
  const auto at = std::find(names.begin(), names.end(), column) - names.begin();
  return cells.at(row * ObjectFeatures::kColumns + static_cast<std::size_t>(at));
}

/// The row of the object of this type: a platform 3.5 m wide and 7 m high at (0, 0), turned.
std::vector<float> platform(double angle_rad) {
  return features(worlds::world(worlds::task(
      {"red"}, {{.type = "platform", .at_m = {0, 0}, .angle_rad = angle_rad, .size_m = Vec2{3.5, 7}}})));
}

}  // namespace

TEST_CASE("the features of a platform are those of its box on the screen") {
  const auto cells =
      platform(0);  // the box is 288..352, 158..286; the bird rests at column 98; ground row 286
  CHECK(cell(cells, 0, "used") == 1);
  CHECK(cell(cells, 0, "right_of_bird") == Approx((320 - 98) / 100.0));
  CHECK(cell(cells, 0, "width") == Approx(0.64));
  CHECK(cell(cells, 0, "height") == Approx(1.28));
  CHECK(cell(cells, 0, "direction_cos") == Approx(-1));
  CHECK(cell(cells, 0, "direction_sin") == Approx(0).margin(1e-6));
  CHECK(cell(cells, 0, "filled") == Approx(1));
  CHECK(cell(cells, 0, "corners") == Approx(0.4));
  CHECK(cell(cells, 0, "above_ground") == Approx(0));
  CHECK(cell(cells, 0, "on_sling") == 0);
  CHECK(cell(cells, 0, "main_share") > 0.1);
}

TEST_CASE("a turned platform shows twice its angle, and fills less of its box") {
  const auto cells = platform(std::atan(1.0) / 2);  // the long edge stands at 112.5 degrees
  CHECK(cell(cells, 0, "direction_cos") == Approx(std::cos(radians(225))).margin(0.03));
  CHECK(cell(cells, 0, "direction_sin") == Approx(std::sin(radians(225))).margin(0.03));
  CHECK(cell(cells, 0, "filled") < 0.9);
}

TEST_CASE("the bird on the slingshot is told from other objects") {
  const auto cells = features(worlds::world(worlds::task({"red", "red"})));
  int on_sling = 0;
  for (std::size_t row = 0; row < ObjectFeatures::kRows; ++row)
    on_sling += static_cast<int>(cell(cells, row, "on_sling"));
  CHECK(on_sling == 1);
}

TEST_CASE("unused rows are 0, and rows beyond the last are left out") {
  const auto few = features(worlds::world(worlds::task({"red"})));
  CHECK(cell(few, ObjectFeatures::kRows - 1, "used") == 0);
  const auto many = features(worlds::world(scenes::crowd(40)));
  CHECK(cell(many, ObjectFeatures::kRows - 1, "used") == 1);
  for (const float each : many) CHECK(std::abs(each) <= 10);
}

TEST_CASE("features of spans of another size are refused") {
  std::vector<float> table(ObjectTable::size());
  std::vector<float> cells(ObjectFeatures::size() - 1);
  CHECK_THROWS_AS(features_of(table, cells), std::invalid_argument);
  cells.resize(ObjectFeatures::size());
  table.pop_back();
  CHECK_THROWS_AS(features_of(table, cells), std::invalid_argument);
}
