#include "agents/published/speed_refit.h"

#include <cmath>
#include <cstddef>
#include <optional>

#include "sim/vec2.h"

namespace novphy {
namespace {

constexpr double kLeastRatio = 0.9;
constexpr double kMostRatio = 1.1;
constexpr double kFlattestDeg = 30;
constexpr double kSteepestFitDeg = 67.3;

/// A launch in the planner's units.
struct Launch {
  double angle_rad = 0;
  double speed = 0;
};

/// The launch of the parabola y = a x^2 + b x with the least squared errors; nothing where it bends upwards.
std::optional<Launch> fitted_launch(const JavaPlanner& planner, std::span<const Pixel> flight) {
  constexpr int kLeastPoints = 3;
  double x2 = 0, x3 = 0, x4 = 0, xy = 0, x2y = 0;
  int points = 0;
  for (const Pixel& p : flight) {
    const double x = (static_cast<double>(p.x) - planner.reference().x) / planner.unit_px();
    const double y = (static_cast<double>(planner.reference().y) - p.y) / planner.unit_px();
    if (!(x > 0)) continue;
    ++points;
    x2 += x * x;
    x3 += x * x * x;
    x4 += x * x * x * x;
    xy += x * y;
    x2y += x * x * y;
  }
  const double determinant = x2 * x4 - x3 * x3;
  if (points < kLeastPoints || !(determinant > 0)) return std::nullopt;
  const double a = (x2y * x2 - xy * x3) / determinant;
  const double b = (xy * x4 - x2y * x3) / determinant;
  if (!(a < 0)) return std::nullopt;
  const double across = std::sqrt(-0.5 / a);
  return Launch{.angle_rad = std::atan(b), .speed = across * std::sqrt(1 + b * b)};
}

/// How much a flight that begins at this angle moves the factor: nothing near 30 and 67.3 degrees, most in
/// between.
double weight(double t) {
  return -1050.73 * t + 56.7522 * t * t + 125.032 * t * t * t + 1033.31 * std::sin(t);
}

}  // namespace

double refitted_speed_factor(const PixelBox& slingshot, std::span<const Pixel> flight, double factor) {
  const JavaPlanner planner(slingshot);
  const std::optional<Launch> seen = fitted_launch(planner, flight);
  if (!seen) return factor;
  const double ratio = seen->speed / planner.speed(seen->angle_rad);
  const double angle_deg = degrees(seen->angle_rad);
  if (!(ratio >= kLeastRatio && ratio <= kMostRatio)) return factor;
  if (!(angle_deg > kFlattestDeg && angle_deg < kSteepestFitDeg)) return factor;
  return factor + weight(seen->angle_rad) * (ratio - factor);
}

}  // namespace novphy
