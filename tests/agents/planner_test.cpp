#include "agents/published/planner.h"

#include <catch2/catch.hpp>

#include "tests/agents/sample.h"

using namespace novphy;

namespace {

// The expected numbers come from the published formulas, computed in Python independently of this code.
constexpr PixelBox kBox{.left = 95, .top = 249, .right = 106, .bottom = 286};

void check_release(const Release& found, double angle_rad, Pixel at) {
  CHECK(found.angle_rad == Approx(angle_rad).epsilon(1e-12));
  CHECK(found.at.x == at.x);
  CHECK(found.at.y == at.y);
}

}  // namespace

TEST_CASE("the reference point takes both its offsets from the box's width") {
  CHECK(reference_point(kBox) == Pixel{99, 252});
  CHECK(reference_point({.left = 0, .top = 0, .right = 100, .bottom = 1000}) == Pixel{45, 35});
}

TEST_CASE("the published planner gives the low and the high release of the published formulas") {
  const auto above = plan_releases(kBox, {300, 200});
  REQUIRE(above.size() == 2);
  check_release(above[0], 0.6294132496296015, {-50, 360});
  check_release(above[1], 1.2256817436047591, {36, 426});

  const auto below = plan_releases(kBox, {300.5, 281});
  REQUIRE(below.size() == 2);
  check_release(below[0], 0.1782966566082162, {-83, 284});
  check_release(below[1], 1.2800970104016658, {45, 429});
}

TEST_CASE("the published planner finds no way to what is out of its reach") {
  CHECK(plan_releases(kBox, {420, 200}).empty());
  CHECK(plan_releases(kBox, {600, 250}).empty());
  CHECK(plan_releases(kBox, {99, 252}).empty());
  CHECK(plan_releases({.left = 5, .top = 5, .right = 5, .bottom = 5}, {99, 252}).empty());
}

TEST_CASE("the published planner shoots right and upwards even at a target on the left") {
  const auto releases = plan_releases(kBox, {50, 250});
  REQUIRE(releases.size() == 2);
  check_release(releases[0], 0.11806734582739388, {-84, 273});
  check_release(releases[1], 1.5008787837365132, {86, 436});
}

TEST_CASE("a release read back gives its angle, as far as whole pixels can") {
  for (const Vec2 target : {Vec2{300, 200}, Vec2{250, 280}, Vec2{400, 250}, Vec2{160, 100}})
    for (const Release& release : plan_releases(kBox, target))
      CHECK(release_angle_rad(kBox, release.at) == Approx(release.angle_rad).margin(0.006));
}

TEST_CASE("a shot from a release is the way from the bird's rest, upside up, in metres") {
  const Observation seen = sample_observation();
  const Shot shot = shot_from_release(seen, {98 - 73, 253 + 146});
  CHECK(shot.drag_m.x == Approx(-4));
  CHECK(shot.drag_m.y == Approx(-8));
  CHECK(shot.tap_ms == -1);
  CHECK(degrees(launch_angle_rad(shot)) == Approx(63.4349488));
}

TEST_CASE("planned taps are those of the published formula") {
  const auto releases = plan_releases(kBox, {300, 200});
  CHECK(planned_tap_ms(kBox, releases.at(0), 300, 65) == 864);
  CHECK(planned_tap_ms(kBox, releases.at(1), 300, 65) == 1936);
  CHECK(planned_tap_ms(kBox, releases.at(0), 300, 0) == 0);
  CHECK(planned_tap_ms(kBox, releases.at(0), 50, 65) == 0);
}

TEST_CASE("the published planner predicts a parabola from the reference point, cut to whole pixels") {
  const PredictedPath low = predicted_path(kBox, {-83, 284});
  CHECK(low[0] == Pixel{99, 252});
  CHECK(low[50] == Pixel{149, 247});
  CHECK(low[120] == Pixel{219, 252});
  CHECK(low[201] == Pixel{300, 277});
  CHECK(low[639] == Pixel{738, 757});
  const PredictedPath high = predicted_path(kBox, {45, 429});
  CHECK(high[0] == Pixel{99, 252});
  CHECK(high[50] == Pixel{149, 132});
  CHECK(high[120] == Pixel{219, 107});
  CHECK(high[201] == Pixel{300, 289});
  CHECK(high[639] == Pixel{738, 5194});
}
