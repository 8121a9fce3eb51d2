#include "agents/physicist/familiarity.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace novphy;

namespace {

std::vector<ColourShare> mainly(int colour) { return {{colour, 0.7}, {255, 0.3}}; }

/// Objects of these main colours, with the ids 0, 1, ...
Observation with(const std::vector<int>& colours, bool sling_at_right = false) {
  Observation seen;
  seen.width_px = 640;
  seen.bird_rest = {sling_at_right ? 540 : 100, 300};
  for (const int colour : colours)
    seen.objects.push_back(
        {.id = static_cast<int>(seen.objects.size()), .label = {}, .rings = {}, .colours = mainly(colour)});
  return seen;
}

Familiarity after(const std::vector<std::vector<int>>& tasks) {
  Familiarity familiarity;
  for (const std::vector<int>& colours : tasks) familiarity.see(with(colours));
  return familiarity;
}

}  // namespace

TEST_CASE("whatever the first three tasks show is familiar, and the first five are no alarm") {
  const Familiarity three = after({{1}, {2, 3}, {4}});
  CHECK(three.unfamiliar().empty());
  const Familiarity five = after({{1}, {1}, {1}, {1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2}});
  CHECK(five.unfamiliar() == std::vector{1});
  CHECK_FALSE(five.strange());
}

TEST_CASE("what most tasks lack since it came first is not unfamiliar") {
  Familiarity familiarity = after({{1}, {1}, {1}, {1}, {1, 2}, {1}, {1}, {1}});
  familiarity.see(with({1, 2}));
  CHECK(familiarity.unfamiliar().empty());
}

TEST_CASE("a colour that comes late is unfamiliar, and strange once it has come again and again") {
  const std::vector<std::vector<int>> usual(8, {1, 2});
  Familiarity familiarity = after(usual);
  CHECK(familiarity.unfamiliar().empty());
  for (int i = 0; i < 3; ++i) {
    familiarity.see(with({1, 7, 2, 7}));
    CHECK(familiarity.unfamiliar() == std::vector{1, 3});
    CHECK(familiarity.strange() == (i == 2));
  }
  familiarity.see(with({1, 2}));
  CHECK(familiarity.unfamiliar().empty());
}

TEST_CASE("an object whose main colour is known is familiar, whatever else it shows") {
  Familiarity familiarity = after(std::vector<std::vector<int>>(5, {1}));
  Observation seen = with({1});
  seen.objects[0].colours = {{1, 0.6}, {99, 0.4}};
  familiarity.see(seen);
  CHECK(familiarity.unfamiliar().empty());
  seen.objects[0].colours = {{1, 0.4}, {99, 0.6}};
  familiarity.see(seen);
  CHECK(familiarity.unfamiliar().empty());  // it has been seen
  seen.objects[0].colours = {{1, 0.4}, {98, 0.6}};
  familiarity.see(seen);
  CHECK(familiarity.unfamiliar() == std::vector{0});
}

TEST_CASE("where tasks often show something new, that is nothing strange") {
  const Familiarity familiarity = after({{1, 10}, {1, 11}, {1, 12}, {1, 13}, {1, 14}, {1, 15}, {1, 16}});
  CHECK(familiarity.unfamiliar() == std::vector{1});
  CHECK_FALSE(familiarity.strange());
}

TEST_CASE("a slingshot at another side than in the tasks before is strange") {
  Familiarity familiarity;
  for (int i = 0; i < 8; ++i) familiarity.see(with({1}));
  CHECK_FALSE(familiarity.strange());
  for (int i = 0; i < 3; ++i) familiarity.see(with({1}, true));
  CHECK(familiarity.strange());
  CHECK(familiarity.unfamiliar().empty());
  Familiarity always;
  for (int i = 0; i < 9; ++i) always.see(with({1}, true));
  CHECK_FALSE(always.strange());
}

TEST_CASE("appearances that the table lacks are named in the order in which the trial shows them") {
  Familiarity familiarity(ColourTable{{"wood", {mainly(1)}}});
  familiarity.see(with({1, 9}));
  familiarity.see(with({9, 3, 1}));
  CHECK(familiarity.colours() ==
        ColourTable{{"strange_1", {mainly(9)}}, {"strange_2", {mainly(3)}}, {"wood", {mainly(1)}}});
  Familiarity other(ColourTable{{"wood", {mainly(1)}}});
  other.see(with({3, 9}));
  CHECK(other.colours().at("strange_1") == ColourTable::mapped_type{mainly(3)});
}

TEST_CASE("nothing is strange in a trial's first task") {
  CHECK_FALSE(after({{1, 2, 3, 4, 5}}).strange());
  CHECK(after({{}}).unfamiliar().empty());
}
