#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace novphy {

struct SineCosine {
  double sine = 0;
  double cosine = 1;
};

/// Sine and cosine of an angle in radians, with the same bits on every machine (C libraries differ in the
/// last bit). The error is at most 2e-16 for angles up to 2^20. For larger angles, the double nearest to 2 pi
/// is used instead of 2 pi, which changes the angle by up to 1e-16 of its value. Sine and cosine are NaN if
/// the angle is not finite.
///
/// sim/sine.cpp also replaces the C library's sinf, cosf and sincosf, which Box2D calls.
SineCosine sine_cosine(double angle_rad);

struct SineCosineFloat {
  float sine = 0;
  float cosine = 1;
};
/// The same values as those of the sinf and cosf in sim/sine.cpp, even where a caller of sinf or cosf would
/// get other functions of these names.
SineCosineFloat float_sine_cosine(float angle_rad);

/// A point or a vector, x to the right and y up. The name of a variable ends in its unit (`_m`, `_mps`).
struct Vec2 {
  double x = 0;
  double y = 0;

  friend bool operator==(const Vec2&, const Vec2&) = default;
  friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec2 operator*(double s, Vec2 v) { return {s * v.x, s * v.y}; }
};

/// Euclidean length. Unlike std::hypot, std::sqrt gives the same last bit with every C library.
inline double length(Vec2 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

/// The z component of the cross product of two vectors in the plane.
inline double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
inline double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }

inline bool finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

/// The vector turned counter-clockwise by angle_rad.
inline Vec2 rotated(Vec2 v, double angle_rad) {
  const auto [s, c] = sine_cosine(angle_rad);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

/// A linear map of vectors, as a matrix with the rows `x` and `y`.
struct Matrix2 {
  Vec2 x{};
  Vec2 y{};

  friend bool operator==(const Matrix2&, const Matrix2&) = default;
  friend Vec2 operator*(const Matrix2& m, Vec2 v) {
    return {m.x.x * v.x + m.x.y * v.y, m.y.x * v.x + m.y.y * v.y};
  }
};

inline double radians(double angle_deg) { return angle_deg * std::numbers::pi / 180; }
inline double degrees(double angle_rad) { return angle_rad * 180 / std::numbers::pi; }

/// An axis-aligned rectangle of the world. A Box (sim/task.h) may be turned.
struct BoundingBox {
  Vec2 low_m{};   ///< lower left corner
  Vec2 high_m{};  ///< upper right corner
};

/// The bounding box of no point, for extend().
inline constexpr BoundingBox kNoBox{
    .low_m = {std::numeric_limits<double>::max(), std::numeric_limits<double>::max()},
    .high_m = {std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()}};

/// Makes the box hold the point and everything up to `around_m` to its sides.
inline void extend(BoundingBox& box, Vec2 point, double around_m = 0) {
  box.low_m = {std::min(box.low_m.x, point.x - around_m), std::min(box.low_m.y, point.y - around_m)};
  box.high_m = {std::max(box.high_m.x, point.x + around_m), std::max(box.high_m.y, point.y + around_m)};
}

/// Whether the boxes share a point.
inline bool overlap(const BoundingBox& a, const BoundingBox& b) {
  return a.low_m.x <= b.high_m.x && b.low_m.x <= a.high_m.x && a.low_m.y <= b.high_m.y &&
         b.low_m.y <= a.high_m.y;
}

}  // namespace novphy
