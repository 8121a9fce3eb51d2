#include "agents/published/planner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <optional>
#include <string_view>

#include "sim/observation.h"
#include "sim/vec2.h"
#include "view/object_table.h"

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

namespace {

// Constants of the class TrajectoryPlanner of the agents in Java.
constexpr double kReferenceRight = 0.188;  // share of the box's height
constexpr double kReferenceDown = 0.156;   // share of the box's height
constexpr double kNominalSpeed = 2.74815;  // used for the first estimate, before the search
constexpr double kSearchRad = 0.1;
constexpr double kSearchStepRad = 0.001;
constexpr double kWorstError = 1000;
constexpr double kSteepestDeg = 81;       // high releases at or above this angle are left out
constexpr double kJavaPullHeights = 10;   // distance of a release from the reference point, in box heights
constexpr double kBehindReference = 0.4;  // distance from a flight's start to the reference point, in units
constexpr int kLatestTap = 1'000'000;
constexpr double kUnitMs = 815;  // milliseconds for each unit of time

constexpr int kFirstSpeedDeg = 4;
// Launch speed by the whole degrees of the angle, from 4 degrees on.
constexpr std::array kSpeeds{
    2.78571, 2.78323, 2.77290, 2.72967, 2.74747, 2.74946, 2.74762, 2.74765, 2.75169, 2.75992, 2.77147,
    2.78507, 2.79933, 2.81297, 2.82493, 2.83443, 2.84097, 2.83430, 2.82441, 2.81147, 2.80584, 2.79793,
    2.78825, 2.77734, 2.76572, 2.78389, 2.77228, 2.76128, 2.75119, 2.74222, 2.73450, 2.72811, 2.72302,
    2.71916, 2.71641, 2.71461, 2.71357, 2.71309, 2.71298, 2.71304, 2.71312, 2.71307, 2.71278, 2.71219,
    2.71125, 2.70995, 2.70834, 2.70646, 2.70438, 2.70218, 2.69996, 2.69778, 2.69573, 2.69385, 2.69217,
    2.69070, 2.68941, 2.68826, 2.68721, 2.68618, 2.68514, 2.68404, 2.68287, 2.68163, 2.68035, 2.67901,
    2.67752, 2.67554, 2.67231, 2.66625, 2.65447, 2.61058, 2.55100, 2.47435, 2.40219, 2.31633};

double box_width(const PixelBox& box) { return static_cast<double>(box.right) - box.left; }
double box_height(const PixelBox& box) { return static_cast<double>(box.bottom) - box.top; }

/// The difference between the angle of a release and that of the flight that begins there.
double shift_rad(double t) { return 0.0386871 + 0.12898 * t - 0.214323 * t * t + 0.0818703 * t * t * t; }

}  // namespace

JavaPlanner::JavaPlanner(const PixelBox& slingshot, double speed_factor)
    : slingshot_(slingshot),
      speed_factor_(speed_factor),
      unit_px_(box_width(slingshot) + box_height(slingshot)),
      reference_{.x = java_int(slingshot.left + kReferenceRight * box_height(slingshot)),
                 .y = java_int(slingshot.top + kReferenceDown * box_height(slingshot))} {}

double JavaPlanner::speed(double angle_rad) const {
  constexpr int kLastSpeedDeg = kFirstSpeedDeg + static_cast<int>(kSpeeds.size()) - 1;
  const int degree = std::clamp(java_int(degrees(angle_rad)), kFirstSpeedDeg, kLastSpeedDeg);
  return speed_factor_ * kSpeeds.at(static_cast<std::size_t>(degree - kFirstSpeedDeg));
}

JavaPlanner::Found JavaPlanner::search(double middle_rad, double x, double y) const {
  Found best{.error = kWorstError};
  for (double angle_rad = middle_rad - kSearchRad; angle_rad <= middle_rad + kSearchRad;
       angle_rad += kSearchStepRad) {
    const double v = speed(angle_rad);
    const double across = v * std::cos(angle_rad);
    const double up = v * std::sin(angle_rad);
    const double error = std::abs(-0.5 / (across * across) * x * x + up / across * x - y);
    if (error < best.error) best = {.angle_rad = angle_rad, .error = error};
  }
  return best;
}

Release JavaPlanner::release_at(double angle_rad) const {
  const double pull_px = kJavaPullHeights * box_height(slingshot_);
  return {.at = {.x = java_int(reference_.x - pull_px * std::cos(angle_rad)),
                 .y = java_int(reference_.y + pull_px * std::sin(angle_rad))},
          .angle_rad = angle_rad};
}

std::vector<Release> JavaPlanner::releases(Pixel target) const {
  const double x = (static_cast<double>(target.x) - reference_.x) / unit_px_;
  const double y = -(static_cast<double>(target.y) - reference_.y) / unit_px_;
  const double v2 = std::pow(speed_factor_ * kNominalSpeed, 2);
  const double root = std::sqrt(v2 * v2 - (x * x + 2 * y * v2));
  const auto shifted = [](double angle_rad) { return angle_rad + shift_rad(angle_rad); };

  const Found low = search(shifted(std::atan((v2 - root) / x)), x, y);
  const Found high = search(shifted(std::atan((v2 + root) / x)), x, y);
  const double low_rad = shifted(low.angle_rad);
  const double high_rad = shifted(high.angle_rad);
  std::vector<Release> found;
  if (low.error < kWorstError) found.push_back(release_at(low_rad));
  if (high.error < kWorstError && high_rad < radians(kSteepestDeg) && high_rad != low_rad)
    found.push_back(release_at(high_rad));
  return found;
}

double JavaPlanner::release_angle_rad(Pixel release) const {
  return std::atan2(static_cast<double>(release.y) - reference_.y,
                    static_cast<double>(reference_.x) - release.x);
}

double JavaPlanner::flight_angle_rad(Pixel release) const {
  const double angle_rad = release_angle_rad(release);
  return angle_rad - shift_rad(angle_rad);
}

PredictedPath JavaPlanner::path(Pixel release) const {
  const double angle_rad = flight_angle_rad(release);
  const double v = speed(angle_rad);
  const double across = v * std::cos(angle_rad);
  const double bend = -0.5 / (across * across);
  const double slope = v * std::sin(angle_rad) / across;
  PredictedPath points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double x = static_cast<double>(i) / unit_px_;
    const int up_px = java_int((bend * x * x + slope * x) * unit_px_);
    points[i] = {.x = java_int(reference_.x + static_cast<double>(i)),
                 .y = java_int(static_cast<double>(reference_.y) - up_px)};
  }
  return points;
}

double JavaPlanner::percent_of_way(int x_px, int target_x_px) const {
  if (target_x_px == slingshot_.left) return 100;
  return 100 * (static_cast<double>(x_px) - slingshot_.left) /
         (static_cast<double>(target_x_px) - slingshot_.left);
}

int JavaPlanner::tap_ms(Pixel release, int target_x_px, double percent) const {
  if (percent == 0) return 0;
  const double angle_rad = flight_angle_rad(release);
  const double far_px = static_cast<double>(target_x_px) - slingshot_.left;
  const int tap_x_px = java_int(far_px * percent / 100 + slingshot_.left);
  const double way = (tap_x_px - reference_.x + kBehindReference * unit_px_ * std::cos(angle_rad)) / unit_px_;
  return std::clamp(java_int(way / (speed(angle_rad) * std::cos(angle_rad)) * kUnitMs), 0, kLatestTap);
}

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

double size(const PixelBox& box) { return box_width(box) + box_height(box); }

Release release_at(const PixelBox& slingshot, double angle_rad) {
  const Pixel reference = reference_point(slingshot);
  const double pull_px = kReleaseHeights * box_height(slingshot);
  return {.at = {.x = static_cast<int>(reference.x - pull_px * std::cos(angle_rad)),
                 .y = static_cast<int>(reference.y + pull_px * std::sin(angle_rad))},
          .angle_rad = angle_rad};
}

}  // namespace

Pixel reference_point(const PixelBox& slingshot) {
  return {.x = static_cast<int>(slingshot.left + kReferenceX * box_width(slingshot)),
          .y = static_cast<int>(slingshot.top + kReferenceY * box_width(slingshot))};
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

namespace {

/// The release of the published code when its planner finds no flight to the pig.
constexpr Release kNoWay{.at = {.x = -600, .y = 560}, .angle_rad = 0};

/// The range of taps for one kind of bird, in percent of the distance to the target.
struct TapRange {
  std::string_view label;
  int first_percent = 0;
  int last_percent = 0;
};
constexpr std::array kTaps{TapRange{"bird_red", 0, 0}, TapRange{"bird_yellow", 65, 89},
                           TapRange{"bird_white", 50, 69}, TapRange{"bird_black", 0, 0},
                           TapRange{"bird_blue", 65, 84}};
constexpr TapRange kOtherTap{"", 60, 60};

/// The range of taps for the bird on the slingshot, which is the one whose top is nearest to the slingshot's
/// top.
TapRange tap_range(const Observation& seen) {
  TapRange range = kOtherTap;
  int nearest_px = std::numeric_limits<int>::max();
  for (const SeenObject& object : seen.objects) {
    if (!has_outline(object) || !object.label.starts_with("bird_")) continue;
    const int distance_px = std::abs(box_around(object.rings.front()).top - seen.slingshot.top);
    if (distance_px >= nearest_px) continue;
    nearest_px = distance_px;
    const auto* row = std::find_if(kTaps.begin(), kTaps.end(),
                                   [&](const TapRange& tap) { return object.label.starts_with(tap.label); });
    range = row == kTaps.end() ? kOtherTap : *row;
  }
  return range;
}

/// The release that the published program really makes. The published agent gives the release relative to the
/// corner of the slingshot's box, but the published environment adds it to the reference point. So the bird
/// is released a little to the right of and below the planned point.
Pixel as_published(const PixelBox& slingshot, Pixel planned) {
  const Pixel reference = reference_point(slingshot);
  return {planned.x - slingshot.left + reference.x, planned.y - slingshot.top + reference.y};
}

}  // namespace

bool has_outline(const SeenObject& object) { return !object.rings.empty() && !object.rings.front().empty(); }

bool is_labelled_pig(const SeenObject& object) {
  const std::string_view label = object.label;
  const bool pink = label.starts_with("Pink") && label.find("Pig") != std::string_view::npos;
  return has_outline(object) && (label.starts_with("pig_") || label.starts_with("pink_pig") || pink);
}

Vec2 middle_px(const SeenObject& object) {
  const PixelBox box = box_around(object.rings.front());
  return {(static_cast<double>(box.left) + box.right) / 2, (static_cast<double>(box.top) + box.bottom) / 2};
}

Shot published_throw(const Observation& seen, const Release& planned, double target_x_px, Rng& rng) {
  const TapRange tap = tap_range(seen);
  const int percent = rng.integer(tap.first_percent, tap.last_percent);
  Shot shot = shot_from_release(seen, as_published(seen.slingshot, planned.at));
  shot.tap_ms = planned_tap_ms(seen.slingshot, planned, target_x_px, percent);
  return shot;
}

Shot published_way_out(const Observation& seen) {
  return shot_from_release(seen, as_published(seen.slingshot, kNoWay.at));
}

}  // namespace novphy
