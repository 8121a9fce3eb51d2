#include <catch2/catch.hpp>
#include <cmath>

#include "generator/invent/candidate.h"
#include "tests/generator/known.h"

using namespace novphy;

namespace {

const InventBase& base(const char* name) {
  static std::map<std::string, InventBase> bases;
  const auto found = bases.find(name);
  return found != bases.end() ? found->second
                              : bases.emplace(name, InventBase(known(name), numbers(), 2)).first->second;
}

InBase wind(const char* name, Vec2 force_n, double strength = 1) {
  const ForceField field{
      .name = "force_field", .times_mass = true, .force_n = force_n, .on = {.birds_above_mps = 0}};
  return {base(name), {.law = "wind", .effects = {field}}, strength};
}

double apart_of(const InBase& a, const InBase& b) { return apart(a, b, numbers().catalogue); }

}  // namespace

TEST_CASE("a law is no farther from itself in another base, and far from another law") {
  CHECK(apart_of(wind("rolling/agents", {-3, 0}), wind("rolling/agents", {-3, 0})) == 0);
  CHECK(apart_of(wind("rolling/agents", {-3, 0}), wind("falling/relations", {-3, 0})) == 0);
  CHECK(apart_of(wind("rolling/agents", {-3, 0}), wind("rolling/agents", {-1.5, 0}, 2)) == 0);
  CHECK(apart_of(wind("rolling/agents", {-3, 0}), wind("rolling/agents", {3, 0})) > 0.7);
  const InBase one = wind("rolling/agents", {-3, 0});
  const InBase other = wind("falling/relations", {0, 3});
  CHECK(apart_of(one, other) == apart_of(other, one));
}

TEST_CASE(
    "a law of objects is carried over to the nearest object, and is far where a base does not take it") {
  InBase belt{
      base("rolling/agents"), {.law = "belt", .effects = {PlatformSurface{.object = 0, .speed_mps = 2}}}, 1};
  const Task& task = belt.base.task();
  for (std::size_t i = 0; i < task.objects.size(); ++i)
    if (task.objects[i].type == "platform")
      std::get<PlatformSurface>(belt.invention.effects[0]).object = static_cast<int>(i);
  CHECK(apart_of(belt, belt) == 0);
  const InBase gone{base("falling/relations"), {.law = "x", .effects = {Forbidden{.object = 0}}}, 1};
  CHECK(apart_of(belt, gone) <= 1);
}

TEST_CASE("clusters join what is near in the mean") {
  const std::vector<double> at{0, 10, 1, 11, 2, 30};
  const auto groups = clusters(
      at.size(), [&](std::size_t i, std::size_t j) { return std::abs(at[i] - at[j]); }, 3);
  CHECK(groups == std::vector<std::vector<std::size_t>>{{0, 2, 4}, {1, 3}, {5}});
  CHECK(clusters(0, {}, 1).empty());
}
