#include <catch2/catch.hpp>
#include <cmath>

#include "view/perception/believe.h"

using namespace novphy;

TEST_CASE("without noise, an object is where it is seen") {
  const TrueShift shift = ShiftNoise(0).true_shift(std::vector<Pixel>{{3, 4}, {0, 0}});
  CHECK(shift.mean_px == Vec2{});
  CHECK(shift.sd_px == 0);
}

TEST_CASE("an object that was seen once is anywhere in the disc of the noise") {
  const TrueShift shift = ShiftNoise(4).true_shift(std::vector<Pixel>{{0, 0}});
  CHECK(length(shift.mean_px) == Approx(0).margin(1e-12));
  CHECK(shift.sd_px == Approx(2).margin(0.1));  // radius / 2 in each coordinate of a disc
}

TEST_CASE("places at opposite ends of the disc leave the middle alone") {
  const TrueShift shift = ShiftNoise(2).true_shift(std::vector<Pixel>{{0, 0}, {4, 0}});
  CHECK(shift.mean_px.x == Approx(2));
  CHECK(shift.mean_px.y == Approx(0).margin(1e-12));
  CHECK(shift.sd_px == Approx(0).margin(1e-9));
}

TEST_CASE("places farther apart than noise can bring them are averaged") {
  const TrueShift shift = ShiftNoise(1).true_shift(std::vector<Pixel>{{0, 0}, {6, 2}});
  CHECK(shift.mean_px == Vec2{3, 1});
  CHECK(shift.sd_px > 0);
}

TEST_CASE("a hundred observations leave little doubt") {
  std::vector<Pixel> places;
  for (int i = 0; i < 100; ++i) places.push_back({i % 7 - 3, i % 5 - 2});
  const TrueShift shift = ShiftNoise(4).true_shift(places);
  CHECK(length(shift.mean_px) < 0.8);
  CHECK(shift.sd_px < 0.8);
}

TEST_CASE("the radius follows from how far apart objects are seen, or is the usual one") {
  const std::vector<std::vector<Pixel>> near{{{0, 0}, {1, 0}}, {{0, 0}, {0, -1}}, {{0, 0}, {1, 1}}};
  const std::vector<std::vector<Pixel>> far{{{0, 0}, {7, 3}}, {{0, 0}, {-2, 1}}, {{0, 0}, {4, -4}}};
  const std::vector<std::vector<Pixel>> once{{{0, 0}}, {{0, 0}}};
  CHECK(likely_radius_px(near, 2) == 1);
  CHECK(likely_radius_px(far, 2) >= 4);
  CHECK(likely_radius_px(once, 2) == 2);
  CHECK(likely_radius_px({}, 3) == 3);
}
