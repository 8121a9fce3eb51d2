#include "sim/silhouette.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

namespace novphy {
namespace {

using Corners = std::vector<int>;  // indices into the points, counter-clockwise

double cross(Vec2 a, Vec2 b, Vec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

bool cuts_inside(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

/// Whether the straight line between two corners crosses an edge of any ring.
bool blocked(Vec2 from, Vec2 to, std::span<const Ring> rings) {
  for (const Ring& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (cuts_inside(from, to, ring[i], ring[(i + 1) % ring.size()])) return true;
    }
  }
  return false;
}

/// Joins the hole to the outer ring: one ring around both, with a bridge that it crosses in both directions.
Ring with_hole(const Ring& outer, const Ring& hole, std::span<const Ring> all) {
  double best = std::numeric_limits<double>::infinity();
  std::size_t from = 0;
  std::size_t to = 0;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    for (std::size_t j = 0; j < hole.size(); ++j) {
      const double far = length(outer[i] - hole[j]);
      if (far < best && !blocked(outer[i], hole[j], all)) best = far, from = i, to = j;
    }
  }
  Ring joined(outer.begin(), outer.begin() + static_cast<std::ptrdiff_t>(from) + 1);
  for (std::size_t k = 0; k <= hole.size(); ++k) joined.push_back(hole[(to + k) % hole.size()]);
  joined.insert(joined.end(), outer.begin() + static_cast<std::ptrdiff_t>(from), outer.end());
  return joined;
}

bool inside_triangle(Vec2 p, Vec2 a, Vec2 b, Vec2 c) {
  if (p == a || p == b || p == c) return false;
  return cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0;
}

/// Quality of the ear at corner i: twice its area divided by the square of its longest side, which is small
/// for slivers. Nothing if corner i is not an ear.
std::optional<double> ear_quality(const Ring& points, const Corners& left, std::size_t i) {
  const std::size_t n = left.size();
  const auto point = [&](std::size_t k) { return points[static_cast<std::size_t>(left[k % n])]; };
  const Vec2 a = point(i + n - 1);
  const Vec2 b = point(i);
  const Vec2 c = point(i + 1);
  const double twice_area = cross(a, b, c);
  if (twice_area <= 0) return std::nullopt;
  for (std::size_t k = 0; k < n; ++k) {
    if (inside_triangle(point(k), a, b, c)) return std::nullopt;
  }
  const double longest = std::max({length(b - a), length(c - b), length(a - c)});
  return twice_area / (longest * longest);
}

/// Cuts an outline into triangles, always taking the ear of the best quality next.
std::vector<Corners> triangles(const Ring& points) {
  Corners left(points.size());
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<int>(i);
  std::vector<Corners> result;
  while (left.size() > 2) {
    double best = 0;
    std::size_t ear = left.size();
    for (std::size_t i = 0; i < left.size(); ++i) {
      const auto quality = ear_quality(points, left, i);
      if (quality && *quality > best) best = *quality, ear = i;
    }
    if (ear == left.size()) throw std::invalid_argument("an outline crosses itself");
    const std::size_t n = left.size();
    result.push_back({left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  return result;
}

bool convex(const Ring& points, const Corners& corners) {
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = [&](std::size_t k) { return points[static_cast<std::size_t>(corners[(i + k) % n])]; };
    if (cross(at(0), at(1), at(2)) < 0) return false;
  }
  return true;
}

/// The union of two pieces with a common edge, or nothing if the union is not convex or has too many corners.
std::optional<Corners> merged(const Ring& points, const Corners& a, const Corners& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (a[i] != b[(j + 1) % b.size()] || a[(i + 1) % a.size()] != b[j]) continue;
      Corners both;
      for (std::size_t k = 1; k <= a.size(); ++k) both.push_back(a[(i + k) % a.size()]);
      for (std::size_t k = 2; k < b.size(); ++k) both.push_back(b[(j + k) % b.size()]);
      if (both.size() <= kMaxPieceCorners && convex(points, both)) return both;
    }
  }
  return std::nullopt;
}

/// Merges one pair of pieces and returns true, or returns false if no pair can be merged.
bool merge_once(const Ring& points, std::vector<Corners>& pieces) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      const auto both = merged(points, pieces[i], pieces[j]);
      if (!both) continue;
      pieces[i] = *both;
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  }
  return false;
}

}  // namespace

double signed_area(const Ring& ring) {
  double twice = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i];
    const Vec2 b = ring[(i + 1) % ring.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

std::vector<Ring> convex_pieces(std::span<const Ring> rings) {
  Ring points = rings.front();
  for (const Ring& hole : rings.subspan(1)) points = with_hole(points, hole, rings);
  std::vector<Corners> pieces = triangles(points);
  while (merge_once(points, pieces)) {
  }
  std::vector<Ring> result;
  for (const Corners& piece : pieces) {
    Ring ring;
    for (const int corner : piece) ring.push_back(points[static_cast<std::size_t>(corner)]);
    result.push_back(ring);
  }
  return result;
}

namespace {

constexpr int kCircleCorners = 16;
constexpr int kBoxCorners = 4;

bool is_box(const Shape& shape) {
  return shape.rings.empty() || (shape.rings.size() == 1 && shape.rings.front().size() == kBoxCorners);
}

}  // namespace

Silhouette::Silhouette(const BodyView& body)
    : at_m_(body.at_m), angle_rad_(body.angle_rad), size_m_(body.size_m) {
  const Shape& shape = body.kind->shape;
  if (shape.radius_m > 0 || !is_box(shape)) shape_ = &shape;
}

int Silhouette::rings() const {
  return shape_ && shape_->radius_m <= 0 ? static_cast<int>(shape_->rings.size()) : 1;
}

int Silhouette::corners(int ring) const {
  if (!shape_) return kBoxCorners;
  if (shape_->radius_m > 0) return kCircleCorners;
  return static_cast<int>(shape_->rings[static_cast<std::size_t>(ring)].size());
}

Vec2 Silhouette::own_corner_m(int ring, int corner) const {
  if (!shape_) {
    const double x = corner == 0 || corner == 3 ? -size_m_.x / 2 : size_m_.x / 2;
    const double y = corner < 2 ? -size_m_.y / 2 : size_m_.y / 2;
    return {x, y};
  }
  if (shape_->radius_m > 0) return rotated({shape_->radius_m, 0}, radians(360.0 * corner / kCircleCorners));
  return shape_->rings[static_cast<std::size_t>(ring)][static_cast<std::size_t>(corner)];
}

Vec2 Silhouette::corner_m(int ring, int corner) const {
  return at_m_ + rotated(own_corner_m(ring, corner), angle_rad_);
}

bool Silhouette::on_screen(const Screen& screen, int ground_row) const {
  PixelBox box{std::numeric_limits<int>::max(), std::numeric_limits<int>::max(),
               std::numeric_limits<int>::min(), std::numeric_limits<int>::min()};
  for (int i = 0; i < corners(0); ++i) {
    const Pixel p = screen.pixel(corner_m(0, i));
    box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
           std::max(box.bottom, p.y)};
  }
  return box.right >= 0 && box.left < screen.width_px && box.bottom >= 0 &&
         box.top < std::min(screen.height_px, ground_row);
}

}  // namespace novphy
