#include "view/perception/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace novphy {
namespace {

constexpr double kRightAngle = std::numbers::pi / 2;

double squared(double x) { return x * x; }
struct Interval {
  double low = std::numeric_limits<double>::lowest();
  double high = std::numeric_limits<double>::max();

  double width() const { return high - low; }
  double middle() const { return (low + high) / 2; }
  void narrow(double middle_of_other, double half_of_other) {
    low = std::max(low, middle_of_other - half_of_other);
    high = std::min(high, middle_of_other + half_of_other);
  }
};

/// Corners of a shape, with the seen corner of each.
struct Corners {
  std::vector<Vec2> shape{};
  std::vector<Vec2> seen{};
  double half_px_m = 0;
};

Corners paired(const std::vector<Ring>& shape, const SeenOutline& seen) {
  Corners corners{.half_px_m = seen.half_px_m};
  for (const Ring& ring : shape) corners.shape.insert(corners.shape.end(), ring.begin(), ring.end());
  for (const Ring& ring : seen.rings) corners.seen.insert(corners.seen.end(), ring.begin(), ring.end());
  return corners;
}

Vec2 mean(const std::vector<Vec2>& points) {
  Vec2 sum;
  for (const Vec2 p : points) sum = sum + p;
  return (1 / static_cast<double>(points.size())) * sum;
}

double mean_square_radius(const std::vector<Vec2>& points) {
  const Vec2 middle = mean(points);
  double sum = 0;
  for (const Vec2 p : points) sum += dot(p - middle, p - middle);
  return sum / static_cast<double>(points.size());
}

/// The turn that brings the shape's corners nearest to the seen ones (least squares).
double nearest_angle(const Corners& corners) {
  const Vec2 middle = mean(corners.shape), seen_middle = mean(corners.seen);
  double along = 0, across = 0;
  for (std::size_t i = 0; i < corners.shape.size(); ++i) {
    along += dot(corners.shape[i] - middle, corners.seen[i] - seen_middle);
    across += cross(corners.shape[i] - middle, corners.seen[i] - seen_middle);
  }
  return std::atan2(across, along);
}

/// Where the shape's origin may be if the shape is turned by an angle: every corner is in its pixel.
struct Room {
  Interval x{};
  Interval y{};

  /// Less than 0 if there is no such place: twice the distance by which a corner misses its pixel.
  double slack() const { return std::min(x.width(), y.width()); }
  double area() const { return std::max(0.0, x.width()) * std::max(0.0, y.width()); }
  Vec2 middle() const { return {x.middle(), y.middle()}; }
  double variance() const { return (squared(x.width()) + squared(y.width())) / 24; }
};

Room room_at(const Corners& corners, double angle_rad) {
  const auto [s, c] = sine_cosine(angle_rad);
  Room room;
  for (std::size_t i = 0; i < corners.shape.size(); ++i) {
    const Vec2 p = corners.shape[i], q = corners.seen[i];
    room.x.narrow(q.x - (c * p.x - s * p.y), corners.half_px_m);
    room.y.narrow(q.y - (s * p.x + c * p.y), corners.half_px_m);
  }
  return room;
}

/// The angle of most slack between two angles: the slack is concave, so thirds of the interval can be left
/// out.
double roomiest_angle(const Corners& corners, Interval among) {
  constexpr int kSteps = 36;
  for (int i = 0; i < kSteps; ++i) {
    const double third = among.width() / 3;
    const bool lower =
        room_at(corners, among.low + third).slack() < room_at(corners, among.high - third).slack();
    (lower ? among.low : among.high) += lower ? third : -third;
  }
  return among.middle();
}

/// The last angle with room on the way from an angle with room to one that may have none.
double last_with_room(const Corners& corners, double with, double without) {
  constexpr int kSteps = 24;
  for (int i = 0; i < kSteps; ++i) {
    const double between = (with + without) / 2;
    (room_at(corners, between).slack() >= 0 ? with : without) = between;
  }
  return with;
}

/// Mean and variance of a pose over all angles between two, each weighted by its room.
struct Spread {
  Pose mean{};
  double at_variance = 0;  ///< of each coordinate
  double angle_variance = 0;
};

Spread spread_over(const Corners& corners, Interval angles) {
  constexpr int kSlices = 24;
  Spread sum;
  double weight = 0, at_square = 0, angle_square = 0;
  for (int i = 0; i < kSlices; ++i) {
    const double angle = angles.low + angles.width() * (i + 0.5) / kSlices;
    const Room room = room_at(corners, angle);
    const double area = room.area();
    weight += area;
    sum.mean.at_m = sum.mean.at_m + area * room.middle();
    sum.mean.angle_rad += area * angle;
    at_square += area * (dot(room.middle(), room.middle()) / 2 + room.variance());
    angle_square += area * squared(angle);
  }
  if (weight <= 0) return {.mean = {room_at(corners, angles.middle()).middle(), angles.middle()}};
  sum.mean = {(1 / weight) * sum.mean.at_m, sum.mean.angle_rad / weight};
  sum.at_variance = std::max(0.0, at_square / weight - dot(sum.mean.at_m, sum.mean.at_m) / 2);
  sum.angle_variance = std::max(0.0, angle_square / weight - squared(sum.mean.angle_rad));
  return sum;
}

/// The angle within half a turn of zero.
double turned_once(double angle_rad) { return std::remainder(angle_rad, 2 * std::numbers::pi); }

/// Whether no corner of the ring, which runs counter-clockwise, lies below the line through the side.
bool can_lie_on(const Ring& ring, Vec2 from, Vec2 side) {
  constexpr double kFlatM2 = 1e-9;
  return std::all_of(ring.begin(), ring.end(), [&](Vec2 p) { return cross(side, p - from) >= -kFlatM2; });
}

/// The angle, among these, at which the shape lies level on one of its sides: on the longest, if there are
/// several.
std::optional<double> level_angle(const Ring& ring, Interval angles) {
  std::optional<double> best;
  double longest = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 side = ring[(i + 1) % ring.size()] - ring[i];
    const double angle = angles.middle() + turned_once(-std::atan2(side.y, side.x) - angles.middle());
    if (length(side) <= longest || angle < angles.low || angle > angles.high) continue;
    if (!can_lie_on(ring, ring[i], side)) continue;
    longest = length(side);
    best = angle;
  }
  return best;
}

/// The pose with an angle at which the shape lies level. Some of the possible poses have this angle.
Fit level(const Corners& corners, double angle_rad, const Spread& all) {
  const Room room = room_at(corners, angle_rad);
  const double off = all.angle_variance + squared(all.mean.angle_rad - angle_rad);
  return {.pose = {room.middle(), turned_once(angle_rad)},
          .at_sd_m = std::sqrt(room.variance()),
          .angle_sd_rad = std::sqrt((1 - kLevelShare) * off),
          .level = true};
}

Fit within(const Corners& corners, const Ring& ring, Interval angles) {
  const Spread all = spread_over(corners, angles);
  if (const auto angle = level_angle(ring, angles)) return level(corners, *angle, all);
  return {.pose = {all.mean.at_m, turned_once(all.mean.angle_rad)},
          .at_sd_m = std::sqrt(all.at_variance),
          .angle_sd_rad = std::sqrt(all.angle_variance)};
}

}  // namespace

bool same_corners(const std::vector<Ring>& a, const std::vector<Ring>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Ring& one, const Ring& other) { return one.size() == other.size(); });
}

Fit fit_pose(const std::vector<Ring>& shape, const SeenOutline& seen) {
  const Corners corners = paired(shape, seen);
  const double radius = std::sqrt(mean_square_radius(corners.shape));
  const double guess = nearest_angle(corners);
  const double reach = std::min(kRightAngle, 3 * seen.half_px_m / radius);
  const double best = roomiest_angle(corners, {guess - reach, guess + reach});
  const Room room = room_at(corners, best);
  if (room.slack() < 0)
    return {.pose = {room.middle(), turned_once(best)},
            .at_sd_m = seen.half_px_m - room.slack() / 2,
            .angle_sd_rad = (seen.half_px_m - room.slack() / 2) / radius,
            .misfit_m = -room.slack() / 2};
  return within(corners, shape.front(),
                {last_with_room(corners, best, best - reach), last_with_room(corners, best, best + reach)});
}

namespace {

/// The sides of the parallelogram nearest to four corners: averages of opposite sides.
struct Sides {
  Vec2 middle{};
  Vec2 width{};
  Vec2 height{};
};

Sides sides_of(const Ring& q) {
  return {.middle = 0.25 * (q[0] + q[1] + q[2] + q[3]),
          .width = 0.5 * (q[1] - q[0] + q[2] - q[3]),
          .height = 0.5 * (q[3] - q[0] + q[2] - q[1])};
}

/// The direction of the width of the rectangle nearest to the parallelogram (least squares).
double box_angle(const Sides& sides) {
  const Vec2 w = sides.width, h = {sides.height.y, -sides.height.x};  // the height turned onto the width
  const double angle =
      std::atan2(2 * (w.x * w.y + h.x * h.y), squared(w.x) + squared(h.x) - squared(w.y) - squared(h.y)) / 2;
  const bool opposite = dot(rotated({1, 0}, angle), w) + dot(rotated({1, 0}, angle), h) < 0;
  return turned_once(opposite ? angle + std::numbers::pi : angle);
}

Fit box_turned(const Sides& sides, double angle_rad) {
  const Vec2 along = rotated({1, 0}, angle_rad), up = rotated({0, 1}, angle_rad);
  return {.pose = {sides.middle, angle_rad},
          .size_m = {std::max(0.0, dot(sides.width, along)), std::max(0.0, dot(sides.height, up))}};
}

/// The largest distance, in x or in y, between a corner of the box and the middle of its pixel.
double farthest_off_m(const Fit& box, const SeenOutline& seen) {
  double most = 0;
  const Ring corners = box_ring(box.size_m);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 off = box.pose.at_m + rotated(corners[i], box.pose.angle_rad) - seen.rings.front()[i];
    most = std::max({most, std::abs(off.x), std::abs(off.y)});
  }
  return most;
}

/// The standard deviation of what is equally likely anywhere in a pixel.
double pixel_sd_m(const SeenOutline& seen) { return seen.half_px_m / std::sqrt(3.0); }

}  // namespace

Fit fit_box(const SeenOutline& seen) {
  const Sides sides = sides_of(seen.rings.front());
  const double angle = box_angle(sides);
  const double sd = pixel_sd_m(seen);
  const double lever = std::max(length(sides.width), length(sides.height));
  const double angle_sd = lever > 0 ? sd / lever : 0;
  // The ends of an upright side lie in the same column, so that their errors are the same, too.
  Fit fit = box_turned(sides, turned_once(kRightAngle * std::round(angle / kRightAngle)));
  if (farthest_off_m(fit, seen) < 0.01 * seen.half_px_m) {
    fit.at_sd_m = sd / std::sqrt(2.0);
    fit.size_sd_m = sd * std::sqrt(2.0);
    fit.angle_sd_rad = std::sqrt(1 - kLevelShare) * angle_sd;
    fit.level = true;
    return fit;
  }
  fit = box_turned(sides, angle);
  fit.at_sd_m = sd / 2;
  fit.size_sd_m = sd;
  fit.angle_sd_rad = angle_sd;
  // The least squares, too, leave a corner of a true box up to a pixel away from its own.
  fit.misfit_m = std::max(0.0, farthest_off_m(fit, seen) - 2 * seen.half_px_m);
  return fit;
}

Fit fit_around(const SeenOutline& seen) {
  BoundingBox box = kNoBox;
  for (const Vec2 p : seen.rings.front()) extend(box, p);
  return {.pose = {.at_m = 0.5 * (box.low_m + box.high_m)},
          .size_m = box.high_m - box.low_m,
          .at_sd_m = seen.half_px_m,
          .size_sd_m = seen.half_px_m};
}

}  // namespace novphy
