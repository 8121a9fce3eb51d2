// Some angles that win and lose the published templates at full pull.

#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>

#include "generator/solver.h"
#include "levels/pair.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

struct Expected {
  const char* name;
  std::vector<double> wins_deg;   ///< in the middle of the reference's window at the template's own place
  std::vector<double> loses_deg;  ///< well outside every window
};

const std::vector<Expected>& expected() {
  static const std::vector<Expected> kExpected{
      {"010101_0", {20, 21}, {10, 45}}, {"010102_0", {22, 70}, {10, 45}}, {"010103_0", {33}, {20, 60}},
      {"010105_0", {17}, {30, 60}},     {"010203_2", {32, 33}, {10, 70}}, {"010204_2", {34, 35}, {10, 75}},
      {"010501_5", {16, 17}, {10, 45}}, {"010503_5", {32}, {20, 60}},     {"010603_0", {43, 44}, {20, 70}},
      {"010603_6", {-1, 0, 1}, {30}},   {"010701_7", {59, 60, 61}, {20}}, {"010803_8", {46}, {20, 70}},
      {"010805_8", {46, 47}, {20, 70}},
  };
  return kExpected;
}

bool wins(const Task& task, double angle_deg) {
  const auto shots = shots_of(task, {{angle_deg, 1}}, birds_to_sacrifice(task));
  return play(task, shots, worlds::catalogue(), worlds::standard()).won;
}

void check(const Expected& e, const Template& side) {
  INFO(e.name);
  for (const double angle : e.wins_deg) {
    INFO(angle << " degrees");
    CHECK(wins(side.task, angle));
  }
  for (const double angle : e.loses_deg) {
    INFO(angle << " degrees");
    CHECK_FALSE(wins(side.task, angle));
  }
}

}  // namespace

TEST_CASE("published templates are won at the angles of the reference, and lost far from them") {
  const std::filesystem::path folder = NOVPHY_SHARED "/novphy/templates";
  if (!std::filesystem::exists(folder)) {
    std::cout << "SKIPPED: no reference data at " << NOVPHY_SHARED << "\n";
    return;
  }
  std::size_t checked = 0;
  for (const Pair& pair : read_published(folder, worlds::catalogue())) {
    for (const Template* side : {&pair.normal, &pair.novel}) {
      for (const Expected& e : expected()) {
        if (side->name == e.name) check(e, *side), ++checked;
      }
    }
  }
  CHECK(checked == expected().size());
}
