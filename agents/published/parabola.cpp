#include "agents/published/parabola.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace novphy {
namespace {

constexpr int kSteps = 720;          // steps of the scan around the circle
constexpr double kVerticalM = 1e-9;  // a target this near to the line through the anchor along gravity lies
                                     // on the line

Vec2 direction(double angle_rad) { return rotated({1, 0}, angle_rad); }

// u is the direction of the launch, d the vector from the start to the target, v the speed and g gravity. The
// flight is d = v t u + g t^2 / 2. Its cross product with g gives the time t. Its cross product with u then
// gives an expression that is zero for a launch angle that hits the target.

/// A function of the angle that is zero where the parabola passes the target, forwards or backwards in time.
double miss(const Launcher& launcher, Vec2 target_m, double angle_rad) {
  const Vec2 u = direction(angle_rad);
  const Vec2 way = target_m - launcher.anchor_m + launcher.pull_m * u;
  const double speed = launcher.speed_per_pull_per_s * launcher.pull_m;
  const double turn = cross(launcher.gravity_mps2, u);
  const double fall = cross(launcher.gravity_mps2, way);
  return 2 * speed * speed * turn * cross(way, u) - fall * fall;
}

/// The time in seconds at which the flight has covered the distance to the target across gravity.
double flight_s(const Launcher& launcher, Vec2 target_m, double angle_rad) {
  const Vec2 u = direction(angle_rad);
  const Vec2 way = target_m - launcher.anchor_m + launcher.pull_m * u;
  const double speed = launcher.speed_per_pull_per_s * launcher.pull_m;
  return cross(launcher.gravity_mps2, way) / (speed * cross(launcher.gravity_mps2, u));
}

/// The angle between `low` and `high` at which miss() changes sign.
double root_between(const Launcher& launcher, Vec2 target_m, double low, double high) {
  const bool low_is_positive = miss(launcher, target_m, low) > 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    ((miss(launcher, target_m, middle) > 0) == low_is_positive ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// The angle between `low` and `high` at which miss() comes nearest to changing sign. At both ends miss() has
/// the same sign.
double turning_point(const Launcher& launcher, Vec2 target_m, double low, double high) {
  const double sign = miss(launcher, target_m, low) > 0 ? 1 : -1;
  for (int i = 0; i < 80; ++i) {
    const double third = (high - low) / 3;
    const bool falls =
        sign * miss(launcher, target_m, low + third) > sign * miss(launcher, target_m, high - third);
    (falls ? low : high) = falls ? low + third : high - third;
  }
  return (low + high) / 2;
}

/// Ascending angles around the whole circle, so dense that miss() changes sign at most once between
/// neighbours. Near the edge of the reach two zeros of miss() lie close together, and the turning point
/// between them is one of the angles.
std::vector<double> scan_angles(const Launcher& launcher, Vec2 target_m) {
  const auto angle = [](int i) { return std::numbers::pi * (2.0 * i / kSteps - 1); };
  const auto miss_at = [&](int i) { return miss(launcher, target_m, angle(i)); };
  std::vector<double> angles;
  for (int i = 0; i <= kSteps; ++i) {
    angles.push_back(angle(i));
    const double before = miss_at(i - 1), here = miss_at(i), after = miss_at(i + 1);
    const bool same_sign = (before > 0) == (here > 0) && (here > 0) == (after > 0);
    if (same_sign && std::abs(here) <= std::abs(before) && std::abs(here) <= std::abs(after))
      angles.push_back(turning_point(launcher, target_m, angle(i - 1), angle(i + 1)));
  }
  std::sort(angles.begin(), angles.end());
  return angles;
}

/// The first time after the start at which a point `way_m` ahead is reached. Nothing if it is never reached.
std::optional<double> arrival_s(double way_m, double speed_mps, double acceleration_mps2) {
  const double square = speed_mps * speed_mps + 2 * acceleration_mps2 * way_m;
  if (square < 0) return std::nullopt;
  const double sum = speed_mps + std::sqrt(square);
  if (way_m >= 0) return 2 * way_m / sum;
  return acceleration_mps2 < 0 ? std::optional(-sum / acceleration_mps2) : std::nullopt;
}

/// The aims at a target straight above or below the anchor: straight up and straight down. For such a target
/// miss() is zero at these angles and gives no time.
std::vector<Aim> vertical_aims(const Launcher& launcher, Vec2 target_m) {
  std::vector<Aim> aims;
  const double gravity = length(launcher.gravity_mps2);
  for (const double sign : {1.0, -1.0}) {
    const Vec2 u = sign / gravity * launcher.gravity_mps2;
    const Vec2 way = target_m - launcher.anchor_m;
    const double along_m = way.x * u.x + way.y * u.y + launcher.pull_m;
    const double speed = launcher.speed_per_pull_per_s * launcher.pull_m;
    if (const auto time_s = arrival_s(along_m, speed, sign * gravity))
      aims.push_back({std::atan2(u.y, u.x), *time_s});
  }
  return aims;
}

/// Without gravity the bird flies straight, so there is only one aim.
std::vector<Aim> straight_aim(const Launcher& launcher, Vec2 target_m) {
  const Vec2 way = target_m - launcher.anchor_m;
  const double speed = launcher.speed_per_pull_per_s * launcher.pull_m;
  return {{std::atan2(way.y, way.x), (length(way) + launcher.pull_m) / speed}};
}

std::vector<Aim> slanting_aims(const Launcher& launcher, Vec2 target_m) {
  const std::vector<double> angles = scan_angles(launcher, target_m);
  std::vector<Aim> aims;
  for (std::size_t i = 1; i < angles.size(); ++i) {
    const double low = angles[i - 1];
    const double high = angles[i];
    if ((miss(launcher, target_m, low) > 0) == (miss(launcher, target_m, high) > 0)) continue;
    const double angle = root_between(launcher, target_m, low, high);
    const double time_s = flight_s(launcher, target_m, angle);
    if (std::isfinite(time_s) && time_s > 0) aims.push_back({angle, time_s});
  }
  return aims;
}

}  // namespace

Vec2 flight_point_m(const Launcher& launcher, double angle_rad, double flight_s) {
  const double along_m = launcher.pull_m * (launcher.speed_per_pull_per_s * flight_s - 1);
  return launcher.anchor_m + along_m * direction(angle_rad) +
         (flight_s * flight_s / 2) * launcher.gravity_mps2;
}

std::vector<Aim> aims_through(const Launcher& launcher, Vec2 target_m) {
  if (launcher.pull_m <= 0 || launcher.speed_per_pull_per_s <= 0) return {};
  const Vec2 way = target_m - launcher.anchor_m;
  const double gravity = length(launcher.gravity_mps2);
  if (gravity == 0) return straight_aim(launcher, target_m);
  const bool vertical = std::abs(cross(launcher.gravity_mps2, way)) <= kVerticalM * gravity;
  std::vector<Aim> aims = vertical ? vertical_aims(launcher, target_m) : slanting_aims(launcher, target_m);
  std::sort(aims.begin(), aims.end(), [](const Aim& a, const Aim& b) { return a.flight_s < b.flight_s; });
  return aims;
}

}  // namespace novphy
