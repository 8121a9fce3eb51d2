#include "view/perception/fit.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "sim/observation.h"
#include "sim/rng.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

const Screen kScreen;

/// The outline of a shape in a pose as whole pixels show it.
SeenOutline shown(std::vector<Ring> rings, const Pose& pose) {
  for (Ring& ring : rings)
    for (Vec2& p : ring) {
      const Pixel pixel = kScreen.pixel(pose.at_m + rotated(p, pose.angle_rad));
      p = kScreen.centre_m + (1 / kScreen.px_per_m) * Vec2{pixel.x - 320.0, 240.0 - pixel.y};
    }
  return {.rings = std::move(rings), .half_px_m = 0.5 / kScreen.px_per_m};
}

Pose drawn_pose(Rng& rng) {
  Pose pose;
  pose.at_m.x = rng.uniform(-5, 5);
  pose.at_m.y = rng.uniform(-2, 5);
  pose.angle_rad = rng.uniform(-3, 3);
  return pose;
}

double turn(double a_rad, double b_rad) { return std::remainder(a_rad - b_rad, 2 * std::numbers::pi); }

/// How often the truth lay within two of the standard deviations that were told.
struct Calibration {
  int all = 0;
  int within = 0;
  void add(double error, double sd) {
    ++all;
    within += std::abs(error) <= 2 * sd;
  }
  double share() const { return static_cast<double>(within) / all; }
};

const std::vector<Ring>& rings_of(const char* type) {
  return worlds::catalogue().find(type, "wood")->shape.rings;
}

}  // namespace

TEST_CASE("a shape in any pose is found within its pixels, and the errors are as large as told") {
  for (const char* type : {"circle", "square_hole", "square_tiny", "rect_big", "triangle"}) {
    INFO(type);
    Rng rng = Rng::stream(1, "test/fit");
    Calibration place, angle;
    double square_m2 = 0;
    for (int i = 0; i < 200; ++i) {
      const Pose pose = drawn_pose(rng);
      const Fit fit = fit_pose(rings_of(type), shown(rings_of(type), pose));
      REQUIRE(fit.misfit_m == 0);
      place.add(fit.pose.at_m.x - pose.at_m.x, fit.at_sd_m);
      place.add(fit.pose.at_m.y - pose.at_m.y, fit.at_sd_m);
      angle.add(turn(fit.pose.angle_rad, pose.angle_rad), fit.angle_sd_rad);
      square_m2 += std::pow(length(fit.pose.at_m - pose.at_m), 2) / 200;
    }
    CHECK(place.share() > 0.9);
    CHECK(angle.share() > 0.85);
    CHECK(std::sqrt(square_m2) < 0.015);
  }
}

TEST_CASE("more corners tell the place better: the intervals of all corners are used") {
  Rng rng = Rng::stream(2, "test/fit");
  double few = 0, many = 0;
  for (int i = 0; i < 100; ++i) {
    const Pose pose = drawn_pose(rng);
    few += fit_pose(rings_of("rect_fat"), shown(rings_of("rect_fat"), pose)).at_sd_m;
    many += fit_pose(rings_of("circle"), shown(rings_of("circle"), pose)).at_sd_m;
  }
  CHECK(many < 0.6 * few);
}

TEST_CASE("a shape that may lie level on a side does so") {
  const double quarter = std::numbers::pi / 2;
  for (const double angle : {0.0, quarter, -quarter}) {
    const Fit fit = fit_pose(rings_of("rect_medium"), shown(rings_of("rect_medium"), {{1, 1}, angle + 1e-3}));
    CHECK(fit.level);
    CHECK(turn(fit.pose.angle_rad, angle) == Approx(0).margin(1e-9));
    CHECK(fit.angle_sd_rad > 0);
  }
  CHECK_FALSE(fit_pose(rings_of("rect_medium"), shown(rings_of("rect_medium"), {{1, 1}, 0.1})).level);
  // A small pig lies on a side that is not quite at a right angle to the others.
  const std::vector<Ring>& pig = worlds::catalogue().find("pig_small", "")->shape.rings;
  const double side_rad = std::atan2(-0.207569 + 0.205078, 0.114215 + 0.123652);
  const Fit fit = fit_pose(pig, shown(pig, {{1, 1}, -side_rad}));
  CHECK(fit.level);
  CHECK(fit.pose.angle_rad == Approx(-side_rad));
}

TEST_CASE("no shape lies on the side of a notch") {
  const std::vector<Ring> notched{{{-1, -0.5}, {1, -0.5}, {1, 0.5}, {0, -0.2}, {-1, 0.5}}};
  const double side_rad = std::atan2(-0.7, -1);
  CHECK_FALSE(fit_pose(notched, shown(notched, {{1, 1}, -side_rad})).level);
  CHECK(fit_pose(notched, shown(notched, {{1, 1}, 0})).level);
}

TEST_CASE("a shape of another size misses its pixels by as much as told") {
  const Fit fit = fit_pose(rings_of("rect_small"), shown(rings_of("rect_medium"), {{1, 1}, 0}));
  CHECK(fit.misfit_m == Approx((1.68 - 0.85) / 2).margin(0.03));
  CHECK(length(fit.pose.at_m - Vec2{1, 1}) < 0.03);
}

TEST_CASE("a box of any size and pose is found, and the errors are as large as told") {
  Rng rng = Rng::stream(3, "test/fit");
  Calibration place, angle, size;
  for (int i = 0; i < 300; ++i) {
    Pose pose = drawn_pose(rng);
    if (i % 2 == 0) pose.angle_rad = 0;
    Vec2 sides;
    sides.x = rng.uniform(0.1, 4);
    sides.y = rng.uniform(0.1, 4);
    const Fit fit = fit_box(shown({box_ring(sides)}, pose));
    REQUIRE(fit.misfit_m == 0);
    place.add(fit.pose.at_m.x - pose.at_m.x, fit.at_sd_m);
    size.add(fit.size_m.y - sides.y, fit.size_sd_m);
    if (i % 2 == 0)
      CHECK(fit.pose.angle_rad == 0);
    else
      angle.add(turn(fit.pose.angle_rad, pose.angle_rad), fit.angle_sd_rad);
  }
  CHECK(place.share() > 0.9);
  CHECK(size.share() > 0.9);
  CHECK(angle.share() > 0.9);
}

TEST_CASE("four corners that are no box are told from one") {
  CHECK(fit_box(shown({{{0, 0}, {2, 0}, {2, 1}, {1, 1}}}, {})).misfit_m > 0.1);
}

TEST_CASE("outlines have the same corners if each ring has as many") {
  CHECK(same_corners({box_ring({1, 1})}, {box_ring({2, 2})}));
  CHECK_FALSE(same_corners({box_ring({1, 1})}, {{{0, 0}, {1, 0}, {0, 1}}}));
  CHECK_FALSE(same_corners({box_ring({1, 1})}, {box_ring({2, 2}), box_ring({1, 1})}));
}
