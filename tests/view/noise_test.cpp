#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "tests/view/scenes.h"
#include "view/geojson.h"

using namespace novphy;

namespace {

const World& flying() {
  static const World world = scenes::in_flight(scenes::shapes(), aimed(0.6, 1), 0.8);
  return world;
}

Observation exact() { return observe(flying(), scenes::colours(), false); }

Observation noisy(Observation seen, double radius_px, std::uint64_t seed) {
  Rng rng(seed, 1);
  add_noise(seen, flying(), radius_px, rng);
  return seen;
}

bool is_bird(const SeenObject& object) { return flying().body(object.id).kind->category == Category::kBird; }

Pixel difference(const Pixel& a, const Pixel& b) { return {b.x - a.x, b.y - a.y}; }

int squared(const Pixel& p) { return p.x * p.x + p.y * p.y; }

/// The shift of an object, or nothing if its points were shifted differently.
std::optional<Pixel> shift(const SeenObject& before, const SeenObject& after) {
  const Pixel by = difference(before.rings[0][0], after.rings[0][0]);
  for (std::size_t ring = 0; ring < before.rings.size(); ++ring)
    for (std::size_t i = 0; i < before.rings[ring].size(); ++i)
      if (difference(before.rings[ring][i], after.rings[ring][i]) != by) return std::nullopt;
  return by;
}

double sum(const std::vector<ColourShare>& colours) {
  return std::accumulate(colours.begin(), colours.end(), 0.0,
                         [](double total, const ColourShare& each) { return total + each.share; });
}

/// All shifts of objects under 1000 seeds.
std::set<std::pair<int, int>> shifts(double radius_px) {
  std::set<std::pair<int, int>> all;
  const Observation before = exact();
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Observation after = noisy(before, radius_px, seed);
    for (std::size_t i = 0; i < before.objects.size(); ++i) {
      if (is_bird(before.objects[i])) continue;
      const auto by = shift(before.objects[i], after.objects[i]);
      REQUIRE(by);
      all.emplace(by->x, by->y);
    }
  }
  return all;
}

std::set<std::pair<int, int>> whole_pixels_within(int radius_px) {
  std::set<std::pair<int, int>> all;
  for (int x = -radius_px; x <= radius_px; ++x)
    for (int y = -radius_px; y <= radius_px; ++y)
      if (x * x + y * y <= radius_px * radius_px) all.emplace(x, y);
  return all;
}

}  // namespace

TEST_CASE("an object is shifted as a whole, to any pixel within the radius and to none beyond") {
  CHECK(shifts(2) == whole_pixels_within(2));
  CHECK(shifts(5) == whole_pixels_within(5));
  CHECK(shifts(1.4) == whole_pixels_within(1));
}

TEST_CASE("noise of radius 0 changes nothing") { CHECK(noisy(exact(), 0, 3) == exact()); }

TEST_CASE("birds, slingshot, ground and all that has no outline stay exact") {
  const Observation before = exact();
  Observation after = noisy(before, 5, 3);
  int birds = 0;
  for (std::size_t i = 0; i < before.objects.size(); ++i) {
    if (!is_bird(before.objects[i])) continue;
    ++birds;
    CHECK(after.objects[i] == before.objects[i]);
  }
  CHECK(birds == 2);
  CHECK(after != before);
  after.objects = before.objects;
  after.trajectory = before.trajectory;
  CHECK(after == before);
}

TEST_CASE("turbulence is shifted like any object") {
  const World world = worlds::world(scenes::novel_things());
  const Observation before = observe(world, scenes::colours(), false);
  std::set<std::pair<int, int>> all;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Observation after = before;
    Rng rng(seed, 1);
    add_noise(after, world, 2, rng);
    const auto by = shift(before.objects.back(), after.objects.back());
    REQUIRE(by);
    all.emplace(by->x, by->y);
  }
  CHECK(all.size() > 1);
}

TEST_CASE("colour shares change by little and sum to 1") {
  const Observation before = exact();
  const Observation after = noisy(before, 2, 3);
  bool changed = false;
  for (std::size_t i = 0; i < before.objects.size(); ++i) {
    const auto& shares = before.objects[i].colours;
    const auto& now = after.objects[i].colours;
    REQUIRE(now.size() == shares.size());
    if (!now.empty()) CHECK(sum(now) == Approx(1).epsilon(1e-12));
    for (std::size_t k = 0; k < now.size(); ++k) {
      CHECK(now[k].colour == shares[k].colour);
      CHECK(now[k].share / shares[k].share == Approx(1).margin(0.0409));
      changed = changed || now[k].share != shares[k].share;
    }
  }
  CHECK(changed);
}

TEST_CASE("each point of the trajectory is shifted on its own, by at most 2 pixels") {
  const Observation before = exact();
  std::set<std::pair<int, int>> all;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Observation after = noisy(before, 5, seed);
    for (std::size_t i = 0; i < before.trajectory.size(); ++i) {
      const Pixel by = difference(before.trajectory[i], after.trajectory[i]);
      CHECK(squared(by) <= 4);
      all.emplace(by.x, by.y);
    }
  }
  CHECK(all == whole_pixels_within(2));
  const Observation little = noisy(before, 1, 3);
  for (std::size_t i = 0; i < before.trajectory.size(); ++i)
    CHECK(squared(difference(before.trajectory[i], little.trajectory[i])) <= 1);
}

TEST_CASE("the same generator gives the same noise, another one another") {
  CHECK(noisy(exact(), 2, 3) == noisy(exact(), 2, 3));
  CHECK(noisy(exact(), 2, 3) != noisy(exact(), 2, 4));
}

TEST_CASE("how one object looks does not change the noise of the others") {
  Observation other = exact();
  other.objects.front().colours.assign(7, {.colour = 1, .share = 0.1});
  other.objects.front().rings.resize(1);
  const Observation a = noisy(exact(), 5, 3);
  const Observation b = noisy(other, 5, 3);
  for (std::size_t i = 1; i < a.objects.size(); ++i) CHECK(a.objects[i] == b.objects[i]);
  CHECK(a.trajectory == b.trajectory);
}

TEST_CASE("noise that is no radius from 0 to 5 pixels is refused") {
  for (const double radius : {-1.0, 5.01, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_AS(noisy(exact(), radius, 1), std::invalid_argument);
}
