#include "agents/published/planner.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "agents/published/java_planner.h"
#include "sim/screen.h"
#include "view/object_table.h"

namespace novphy {
namespace {

// Constants of SimpleTrajectoryPlanner in phy-q/benchmark. The game differs from what the planner assumes: it
// launches at 10 m/s, and its slingshot's box has a width plus height of 2.62 m, not 2.7 m.
constexpr double kReferenceX = 0.45;  // share of the box's width
constexpr double kReferenceY = 0.35;  // also a share of the box's width
constexpr double kGravityMps2 = 0.48 * 9.81;
constexpr double kSpeedMps = 9.5;
constexpr double kBoxM = 2.7;          // width plus height of the slingshot's box
constexpr double kReleaseHeights = 5;  // distance of a release from the reference point, in box heights
constexpr double kLowPerPx = 1e-4;     // correction of the low angle, for each pixel of distance
constexpr double kHighPerPx = 0.5e-4;  // correction of the high angle, for each pixel of distance
constexpr double kTapStart = 0.4;      // distance from a flight's start to the reference point, in box sizes
constexpr double kLatestTapMs = 1e6;
constexpr double kTapMsPerUnit = 815;  // milliseconds for each box size at nominal speed

double width(const PixelBox& box) { return box.right - box.left; }
double height(const PixelBox& box) { return box.bottom - box.top; }
double size(const PixelBox& box) { return width(box) + height(box); }

Release release_at(const PixelBox& slingshot, double angle_rad) {
  const Pixel reference = reference_point(slingshot);
  const double pull_px = kReleaseHeights * height(slingshot);
  return {.at = {.x = static_cast<int>(reference.x - pull_px * std::cos(angle_rad)),
                 .y = static_cast<int>(reference.y + pull_px * std::sin(angle_rad))},
          .angle_rad = angle_rad};
}

}  // namespace

Pixel reference_point(const PixelBox& slingshot) {
  return {.x = static_cast<int>(slingshot.left + kReferenceX * width(slingshot)),
          .y = static_cast<int>(slingshot.top + kReferenceY * width(slingshot))};
}

std::vector<Release> plan_releases(const PixelBox& slingshot, Vec2 target_px) {
  const Pixel reference = reference_point(slingshot);
  const double x = target_px.x - reference.x;
  const double y = reference.y - target_px.y;
  const double g = kGravityMps2 / kBoxM * size(slingshot);
  const double v2 = std::pow(kSpeedMps / kBoxM * size(slingshot), 2);
  const double discriminant = v2 * v2 - g * g * x * x - 2 * y * g * v2;
  const double distance = std::hypot(x, y);
  if (discriminant < 0 || distance == 0 || v2 == 0) return {};

  const auto elevation = [&](double root) {
    const double cosine = std::abs(x) * std::sqrt(std::max(0.0, v2 - y * g + root) / (2 * v2)) / distance;
    return std::acos(std::min(1.0, cosine));
  };
  const double root = std::sqrt(discriminant);
  return {release_at(slingshot, elevation(root) + kLowPerPx * distance),
          release_at(slingshot, elevation(-root) + kHighPerPx * distance)};
}

double release_angle_rad(const PixelBox& slingshot, Pixel release) {
  const Pixel reference = reference_point(slingshot);
  return std::atan2(release.y - reference.y, reference.x - release.x);
}

PredictedPath predicted_path(const PixelBox& slingshot, Pixel release) {
  const Pixel reference = reference_point(slingshot);
  const double cosine = std::cos(release_angle_rad(slingshot, release));
  const double slope = std::tan(release_angle_rad(slingshot, release));
  const double across = kSpeedMps / kBoxM * size(slingshot) * cosine;  // pixels in a second
  const double bend = -kGravityMps2 / kBoxM * size(slingshot) / (2 * across * across);
  PredictedPath path;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double x = static_cast<double>(i);
    const int up_px = java_int(bend * x * x + slope * x);
    path[i] = {.x = reference.x + static_cast<int>(i),
               .y = java_int(static_cast<double>(reference.y) - up_px)};
  }
  return path;
}

Shot shot_from_release(const Observation& seen, Pixel release) {
  if (!(seen.px_per_m > 0)) return {};
  const Vec2 right_down_px{static_cast<double>(release.x) - seen.bird_rest.x,
                           static_cast<double>(release.y) - seen.bird_rest.y};
  return {.drag_m = {right_down_px.x / seen.px_per_m, -right_down_px.y / seen.px_per_m}};
}

int planned_tap_ms(const PixelBox& slingshot, const Release& release, double target_x_px, int percent) {
  const double cosine = std::cos(release.angle_rad);
  if (percent == 0 || cosine <= 0 || size(slingshot) <= 0) return 0;
  const double tap_x_px = slingshot.left + percent / 100.0 * (target_x_px - slingshot.left);
  const double way = (tap_x_px - reference_point(slingshot).x) / size(slingshot) + kTapStart * cosine;
  return static_cast<int>(std::clamp(way / (kSpeedMps / kBoxM * cosine) * kTapMsPerUnit, 0.0, kLatestTapMs));
}

namespace {

using Table = ObjectTable;

Pixel pixel_at(std::span<const float> cells, std::size_t at) {
  return {static_cast<int>(cells[at]), static_cast<int>(cells[at + 1])};
}

PixelBox box_at(std::span<const float> cells, std::size_t at) {
  const Pixel first = pixel_at(cells, at);
  const Pixel last = pixel_at(cells, at + 2);
  return {first.x, first.y, last.x, last.y};
}

bool holds(const PixelBox& box, Pixel p) {
  return box.left <= p.x && p.x <= box.right && box.top <= p.y && p.y <= box.bottom;
}

}  // namespace

std::optional<Shot> planned_shot(std::span<const float> table, std::size_t object, bool high, Vec2 point) {
  if (object >= Table::kRows || table[Table::row(object) + Table::Row::kUsed] == 0) return {};
  const PixelBox box = box_at(table, Table::row(object) + Table::Row::kBox);
  Observation seen;
  seen.px_per_m = Screen{}.px_per_m;
  seen.slingshot = box_at(table, Table::Header::kSlingshot);
  seen.bird_rest = pixel_at(table, Table::Header::kBirdRest);
  if (holds(box, seen.bird_rest)) return {};
  const Vec2 target_px{box.left + point.x * (box.right - box.left),
                       box.top + point.y * (box.bottom - box.top)};
  const std::vector<Release> releases = plan_releases(seen.slingshot, target_px);
  if (releases.empty()) return {};
  return shot_from_release(seen, releases[high ? 1 : 0].at);
}

}  // namespace novphy
