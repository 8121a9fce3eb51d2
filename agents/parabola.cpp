#include "agents/parabola.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace novphy {
namespace {

constexpr int kSteps = 2000;  // of the scan around the circle: 0.18 degrees

double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
Vec2 direction(double angle_rad) { return rotated({1, 0}, angle_rad); }

// With u the direction of the launch, d the way from the start to the target, v the speed and g gravity, the
// flight d = v t u + g t^2 / 2 crossed with g gives t, and crossed with u what has to be zero.

/// Zero where the flight's line passes the target, forwards or backwards in time.
double miss(const Launcher& launcher, Vec2 target_m, double angle_rad) {
  const Vec2 u = direction(angle_rad);
  const Vec2 way = target_m - launcher.anchor_m + launcher.pull_m * u;
  const double speed = launcher.speed_per_pull_per_s * launcher.pull_m;
  const double turn = cross(launcher.gravity_mps2, u);
  const double fall = cross(launcher.gravity_mps2, way);
  return 2 * speed * speed * turn * cross(way, u) - fall * fall;
}

/// How long the flight takes to come nearest to the target along the direction gravity does not bend.
double flight_s(const Launcher& launcher, Vec2 target_m, double angle_rad) {
  const Vec2 u = direction(angle_rad);
  const Vec2 way = target_m - launcher.anchor_m + launcher.pull_m * u;
  const double speed = launcher.speed_per_pull_per_s * launcher.pull_m;
  return cross(launcher.gravity_mps2, way) / (speed * cross(launcher.gravity_mps2, u));
}

/// The angle between two where the miss changes sign.
double root_between(const Launcher& launcher, Vec2 target_m, double low, double high) {
  const bool low_is_positive = miss(launcher, target_m, low) > 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    ((miss(launcher, target_m, middle) > 0) == low_is_positive ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// Without gravity the bird flies straight: one angle.
std::vector<Aim> straight_aim(const Launcher& launcher, Vec2 target_m) {
  const Vec2 way = target_m - launcher.anchor_m;
  const double speed = launcher.speed_per_pull_per_s * launcher.pull_m;
  return {{std::atan2(way.y, way.x), (length(way) + launcher.pull_m) / speed}};
}

}  // namespace

Vec2 flight_point_m(const Launcher& launcher, double angle_rad, double flight_s) {
  const double along_m = launcher.pull_m * (launcher.speed_per_pull_per_s * flight_s - 1);
  return launcher.anchor_m + along_m * direction(angle_rad) +
         (flight_s * flight_s / 2) * launcher.gravity_mps2;
}

std::vector<Aim> aims_through(const Launcher& launcher, Vec2 target_m) {
  if (launcher.pull_m <= 0 || launcher.speed_per_pull_per_s <= 0) return {};
  if (length(launcher.gravity_mps2) == 0) return straight_aim(launcher, target_m);

  std::vector<Aim> aims;
  const auto angle_at = [](int i) { return std::numbers::pi * (2.0 * i / kSteps - 1); };
  for (int i = 0; i < kSteps; ++i) {
    const double low = angle_at(i);
    const double high = angle_at(i + 1);
    if ((miss(launcher, target_m, low) > 0) == (miss(launcher, target_m, high) > 0)) continue;
    const double angle = root_between(launcher, target_m, low, high);
    const double time_s = flight_s(launcher, target_m, angle);
    if (std::isfinite(time_s) && time_s > 0) aims.push_back({angle, time_s});
  }
  std::sort(aims.begin(), aims.end(), [](const Aim& a, const Aim& b) { return a.flight_s < b.flight_s; });
  return aims;
}

}  // namespace novphy
