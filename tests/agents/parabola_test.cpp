#include <rapidcheck.h>
#include <rapidcheck/catch.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "agents/published/planner.h"

using namespace novphy;

namespace {

Launcher launcher(double pull_m = 1, double gravity_mps2 = -4.7088) {
  return {.anchor_m = {-12.15, -1.7},
          .pull_m = pull_m,
          .speed_per_pull_per_s = 10,
          .gravity_mps2 = {0, gravity_mps2}};
}

bool has_angle(const std::vector<Aim>& aims, double angle_rad, double margin_rad) {
  return std::any_of(aims.begin(), aims.end(), [&](const Aim& aim) {
    return std::abs(std::remainder(aim.angle_rad - angle_rad, 2 * std::numbers::pi)) < margin_rad;
  });
}

/// How far from parallel the flight and the neighbouring flights pass the point, from 0 to 1. The value is
/// zero at the edge of the reach, where the two launch angles become equal.
double distance_from_edge(const Launcher& from, double angle_rad, double flight_s) {
  const double h = 1e-5;
  const auto at = [&](double angle, double time) { return flight_point_m(from, angle, time); };
  const Vec2 by_angle = at(angle_rad + h, flight_s) - at(angle_rad - h, flight_s);
  const Vec2 by_time = at(angle_rad, flight_s + h) - at(angle_rad, flight_s - h);
  const double cross = by_angle.x * by_time.y - by_angle.y * by_time.x;
  return std::abs(cross) / (length(by_angle) * length(by_time) + 1e-12);
}

}  // namespace

TEST_CASE("a flight begins at the pulled-back point and follows the parabola") {
  const Vec2 start = flight_point_m(launcher(), radians(30), 0);
  CHECK(start.x == Approx(-13.0160254));
  CHECK(start.y == Approx(-2.2));
  const Vec2 later = flight_point_m(launcher(), radians(30), 1.5);
  CHECK(later.x == Approx(-0.0256443));
  CHECK(later.y == Approx(0.0026));
}

TEST_CASE("aims list the low angle first and both pass the target") {
  const auto aims = aims_through(launcher(), {-0.0256443, 0.0026});
  REQUIRE(aims.size() == 2);
  CHECK(degrees(aims[0].angle_rad) == Approx(30).margin(1e-4));
  CHECK(aims[0].flight_s == Approx(1.5).margin(1e-5));
  CHECK(aims[1].angle_rad > aims[0].angle_rad);
  const Vec2 reached = flight_point_m(launcher(), aims[1].angle_rad, aims[1].flight_s);
  CHECK(reached.x == Approx(-0.0256443).margin(1e-6));
  CHECK(reached.y == Approx(0.0026).margin(1e-6));
}

TEST_CASE("shots to the left are the mirror image of shots to the right") {
  const auto right = aims_through(launcher(), {-12.15 + 11, 1});
  const auto left = aims_through(launcher(), {-12.15 - 11, 1});
  REQUIRE(right.size() == 2);
  REQUIRE(left.size() == 2);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(degrees(left[i].angle_rad) == Approx(180 - degrees(right[i].angle_rad)));
}

TEST_CASE("inverted gravity turns the angles upside down") {
  const auto down = aims_through(launcher(), {-12.15 + 11, -1.7 + 1});
  const auto up = aims_through(launcher(1, 4.7088), {-12.15 + 11, -1.7 - 1});
  REQUIRE(down.size() == 2);
  REQUIRE(up.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) CHECK(up[i].angle_rad == Approx(-down[i].angle_rad));
}

TEST_CASE("without gravity there is one aim, straight at the target") {
  const auto aims = aims_through(launcher(0.5, 0), {-12.15 + 4, -1.7 + 4});
  REQUIRE(aims.size() == 1);
  CHECK(degrees(aims[0].angle_rad) == Approx(45));
  CHECK(aims[0].flight_s == Approx((std::sqrt(32.0) + 0.5) / 5));
}

TEST_CASE("what is out of reach has no aim, and so has a slingshot that is not pulled") {
  CHECK(aims_through(launcher(), {30, 0}).empty());
  CHECK(aims_through(launcher(0.3), {0, 0}).empty());
  CHECK(aims_through(launcher(0), {-11, 0}).empty());
}

TEST_CASE("a target straight above or below the slingshot is thrown at straight up or down") {
  const auto above = aims_through(launcher(), {-12.15, -1.7 + 5});
  REQUIRE(above.size() == 1);
  CHECK(degrees(above[0].angle_rad) == Approx(90));
  CHECK(flight_point_m(launcher(), above[0].angle_rad, above[0].flight_s).y == Approx(3.3));
  const auto below = aims_through(launcher(), {-12.15, -1.7 - 5});
  REQUIRE(below.size() == 2);
  CHECK(degrees(below[0].angle_rad) == Approx(-90));
  CHECK(degrees(below[1].angle_rad) == Approx(90));
  for (const Aim& aim : below)
    CHECK(flight_point_m(launcher(), aim.angle_rad, aim.flight_s).y == Approx(-6.7));
  CHECK(aims_through(launcher(), {-12.15, 9}).empty());
}

TEST_CASE("both angles are found at the very edge of the reach, where they are close together") {
  // The bird flies almost straight down against inverted gravity, and is 0.04 m/s from turning.
  const Launcher from = launcher(0.69, 2.88);
  const Vec2 target = flight_point_m(from, radians(-92.9), 2.41);
  const auto aims = aims_through(from, target);
  CHECK(aims.size() == 2);
  CHECK(has_angle(aims, radians(-92.9), 1e-6));
}

TEST_CASE("the angle of any flight is found again from a point it passes, with any pull and gravity") {
  rc::prop("angle -> point -> angle", [] {
    const Launcher from =
        launcher(*rc::gen::inRange(20, 101) / 100.0, *rc::gen::element(-4.7088, 2.88, -9.81));
    const double angle_rad = radians(*rc::gen::inRange(-17900, 18000) / 100.0);
    const double flight_s = *rc::gen::inRange(20, 300) / 100.0;
    RC_PRE(distance_from_edge(from, angle_rad, flight_s) > 1e-3);
    const Vec2 target = flight_point_m(from, angle_rad, flight_s);
    const auto aims = aims_through(from, target);
    RC_ASSERT(has_angle(aims, angle_rad, 1e-5));
    for (const Aim& aim : aims)
      RC_ASSERT(length(flight_point_m(from, aim.angle_rad, aim.flight_s) - target) < 1e-6);
  });
}
