#include "agents/published/java_planner.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "sim/vec2.h"

namespace novphy {
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

}  // namespace novphy
