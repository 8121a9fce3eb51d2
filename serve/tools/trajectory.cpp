#include "serve/tools/trajectory.h"

#include <cmath>

namespace novphy {
namespace {

/// The launch angle from a start at the origin, by the two roots of the parabola.
std::optional<double> angle_rad(Vec2 to, bool high, double speed, double gravity) {
  if (to.x == 0 && to.y == 0) return std::nullopt;
  const double across = std::abs(to.x);
  const double v2 = speed * speed;
  const double inside = v2 * v2 - gravity * (gravity * across * across + 2 * to.y * v2);
  if (inside < 0) return std::nullopt;
  const double root = std::sqrt(inside);
  const double elevation = std::atan2(v2 + (high ? root : -root), gravity * across);
  return to.x < 0 ? radians(180) - elevation : elevation;
}

}  // namespace

std::optional<AimedThrow> throw_at(Vec2 place_m, bool high, double pull_m, const Catalogue& catalogue,
                                   const Kind& bird) {
  const double speed = catalogue.launch.speed_per_drag_per_s * pull_m;
  const double gravity = -bird.gravity_scale * catalogue.world.gravity_mps2.y;
  constexpr int kRounds = 50;  // the start depends on the angle, which depends on the start
  std::optional<double> angle = angle_rad(place_m, high, speed, gravity);
  for (int round = 0; round < kRounds && angle; ++round)
    angle = angle_rad(place_m + pull_m * rotated({1, 0}, *angle), high, speed, gravity);
  if (!angle) return std::nullopt;
  return AimedThrow{.angle_deg = degrees(*angle), .pull_m = pull_m};
}

}  // namespace novphy
