#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "agents/published/planner.h"
#include "sim/vec2.h"

using namespace novphy;

namespace {

// The expected numbers come from the published formulas, computed in Python independently of this code.
const JavaPlanner kPlanner({.left = 95, .top = 249, .right = 106, .bottom = 286});

void check_same(const Release& found, Pixel at, double angle_rad) {
  CHECK(found.at == at);
  CHECK(found.angle_rad == Approx(angle_rad).epsilon(1e-10));
}

}  // namespace

TEST_CASE("the reference point of the planner in Java takes both its offsets from the box's height") {
  CHECK(kPlanner.reference() == Pixel{101, 254});
  CHECK(JavaPlanner({.left = 0, .top = 0, .right = 10, .bottom = 1000}).reference() == Pixel{188, 156});
}

TEST_CASE("the planner in Java gives the low and the high release of the published formulas") {
  const auto above = kPlanner.releases({300, 200});
  REQUIRE(above.size() == 2);
  check_same(above[0], {-193, 477}, 0.648227553353);
  check_same(above[1], {-16, 604}, 1.248165546027);

  const auto below = kPlanner.releases({300, 281});
  REQUIRE(below.size() == 2);
  check_same(below[0], {-261, 326}, 0.196590455957);
  check_same(below[1], {1, 610}, 1.298963371418);
}

TEST_CASE("the planner in Java leaves out high releases from 81 degrees on") {
  const auto near = kPlanner.releases({120, 100});
  REQUIRE(near.size() == 1);
  check_same(near[0], {83, 623}, 1.523765018243);
  CHECK(kPlanner.releases({160, 100}).size() == 2);
}

TEST_CASE("the planner in Java finds no way to what is out of its reach") {
  for (const Pixel target : {Pixel{420, 200}, Pixel{250, 90}, Pixel{600, 250}, Pixel{500, 260}})
    CHECK(kPlanner.releases(target).empty());
  CHECK(JavaPlanner({.left = 5, .top = 5, .right = 5, .bottom = 5}).releases({300, 200}).empty());
}

TEST_CASE("a target left of the slingshot is aimed at on the way down to the right, backwards") {
  const auto releases = kPlanner.releases({50, 250});
  REQUIRE(releases.size() == 2);
  check_same(releases[0], {-265, 205}, -0.131990731718);
}

TEST_CASE("the predicted path has a point for each column, with the height cut towards zero") {
  const PredictedPath low = kPlanner.path({-193, 477});
  CHECK(low[0] == Pixel{101, 254});
  CHECK(low[50] == Pixel{151, 226});
  CHECK(low[199] == Pixel{300, 200});
  CHECK(low[639] == Pixel{740, 650});
  const PredictedPath high = kPlanner.path({-16, 604});
  CHECK(high[1] == Pixel{102, 252});
  CHECK(high[100] == Pixel{201, 104});
  CHECK(high[639] == Pixel{740, 3603});
}

TEST_CASE("a tap comes when the bird has covered its share of the way") {
  CHECK(kPlanner.tap_ms({-193, 477}, 300, 0) == 0);
  CHECK(kPlanner.tap_ms({-193, 477}, 300, 50) == 838);
  CHECK(kPlanner.tap_ms({-193, 477}, 300, 100) == 1610);
  CHECK(kPlanner.tap_ms({-16, 604}, 300, 70) == 2672);
  CHECK(kPlanner.tap_ms({-193, 477}, -1000, 100) == 0);
}

TEST_CASE("the assumed launch speed goes by whole degrees, and by the table's ends beyond it") {
  CHECK(kPlanner.speed(radians(4.5)) == 2.78571);
  CHECK(kPlanner.speed(radians(-30)) == 2.78571);
  CHECK(kPlanner.speed(radians(5.01)) == 2.78323);
  CHECK(kPlanner.speed(radians(79.5)) == 2.31633);
  CHECK(kPlanner.speed(radians(95)) == 2.31633);
  CHECK(JavaPlanner({.left = 0, .top = 0, .right = 1, .bottom = 1}, 1.1).speed(radians(4.5)) ==
        1.1 * 2.78571);
}

TEST_CASE("numbers are cut as Java cuts them") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(java_int(2.9) == 2);
  CHECK(java_int(-2.9) == -2);
  CHECK(java_int(std::nan("")) == 0);
  CHECK(java_int(infinity) == std::numeric_limits<int>::max());
  CHECK(java_int(-infinity) == std::numeric_limits<int>::min());
}
