#pragma once

#include <cmath>
#include <numbers>

#include "sim/sine.h"

namespace novphy {

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

}  // namespace novphy
