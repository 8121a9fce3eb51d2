#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluator/difficulty/outline.h"

namespace novphy {
namespace {

using Ring = std::vector<OutlinePoint>;

double twice_signed_area(const Ring& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const OutlinePoint& a = ring[i];
    const OutlinePoint& b = ring[(i + 1) % ring.size()];
    sum += a.x * b.y - b.x * a.y;
  }
  return sum;
}

/// Moments of a filled outline about its centroid, up to the third order: at(p, q) is the integral of x^p
/// y^q.
class Moments {
 public:
  explicit Moments(const Rings& rings) {
    for (std::size_t i = 0; i < rings.size(); ++i) add(rings[i], {}, i > 0);
    if (area() <= 0) return;
    const OutlinePoint centre{at(1, 0) / area(), at(0, 1) / area()};
    for (auto& row : sums_) row.fill(0);
    for (std::size_t i = 0; i < rings.size(); ++i) add(rings[i], centre, i > 0);
  }
  double area() const { return sums_[0][0]; }
  double at(std::size_t p, std::size_t q) const { return sums_[p][q]; }
  /// Hu's eta_pq, which does not depend on size.
  double eta(std::size_t p, std::size_t q) const {
    double scale = area() * area();
    if (p + q == 3) scale *= std::sqrt(area());
    return at(p, q) / scale;
  }

 private:
  /// Adds the triangles from the centre to each edge. Polynomials up to degree three are integrated by a rule
  /// of six points with degree four (Strang and Fix 1973).
  void add(const Ring& ring, OutlinePoint centre, bool hole) {
    const double sign = (twice_signed_area(ring) < 0) != hole ? -1 : 1;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const OutlinePoint a{ring[i].x - centre.x, ring[i].y - centre.y};
      const OutlinePoint& next = ring[(i + 1) % ring.size()];
      const OutlinePoint b{next.x - centre.x, next.y - centre.y};
      add_triangle(a, b, sign * (a.x * b.y - b.x * a.y) / 2);
    }
  }

  void add_triangle(OutlinePoint a, OutlinePoint b, double area) {
    static constexpr std::array<std::array<double, 2>, 2> kRule{
        {{0.108103018168070, 0.223381589678011}, {0.816847572980459, 0.109951743655322}}};
    for (const auto& [one, weight] : kRule) {
      const double two = (1 - one) / 2;
      add_point(two * a.x + two * b.x, two * a.y + two * b.y, weight * area);  // the centre has the weight
                                                                               // `one`
      add_point(one * a.x + two * b.x, one * a.y + two * b.y, weight * area);
      add_point(two * a.x + one * b.x, two * a.y + one * b.y, weight * area);
    }
  }

  void add_point(double x, double y, double weight) {
    const std::array<double, 4> xs{1, x, x * x, x * x * x};
    const std::array<double, 4> ys{1, y, y * y, y * y * y};
    for (std::size_t p = 0; p < 4; ++p)
      for (std::size_t q = 0; p + q < 4; ++q) sums_[p][q] += weight * xs[p] * ys[q];
  }

  std::array<std::array<double, 4>, 4> sums_{};
};

double square(double x) { return x * x; }

std::array<double, 7> hu(const Moments& m) {
  const double n20 = m.eta(2, 0), n02 = m.eta(0, 2), n11 = m.eta(1, 1);
  const double n30 = m.eta(3, 0), n03 = m.eta(0, 3), n21 = m.eta(2, 1), n12 = m.eta(1, 2);
  const double a = n30 + n12;
  const double b = n21 + n03;
  const double c = n30 - 3 * n12;
  const double d = 3 * n21 - n03;
  return {n20 + n02,
          square(n20 - n02) + 4 * square(n11),
          square(c) + square(d),
          square(a) + square(b),
          c * a * (square(a) - 3 * square(b)) + d * b * (3 * square(a) - square(b)),
          (n20 - n02) * (square(a) - square(b)) + 4 * n11 * a * b,
          d * a * (square(a) - 3 * square(b)) - c * b * (3 * square(a) - square(b))};
}

double fourth_root(double x) {
  const double root = std::sqrt(std::sqrt(std::abs(x)));
  return x < 0 ? -root : root;
}

double elongation(const Moments& m) {
  const double mean = (m.at(2, 0) + m.at(0, 2)) / 2;
  const double apart = std::sqrt(square((m.at(2, 0) - m.at(0, 2)) / 2) + square(m.at(1, 1)));
  return 1 - std::sqrt(std::max(0.0, mean - apart) / (mean + apart));
}

/// The unit vector along the longest edge; if several are equally long within `slack`, along the first.
OutlinePoint longest_edge(const Ring& ring, double slack) {
  OutlinePoint best{1, 0};
  double most = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const OutlinePoint& next = ring[(i + 1) % ring.size()];
    const OutlinePoint edge{next.x - ring[i].x, next.y - ring[i].y};
    const double length = std::sqrt(square(edge.x) + square(edge.y));
    if (length <= most + slack) continue;
    most = length;
    best = {edge.x / length, edge.y / length};
  }
  return best;
}

/// Area of the smallest rectangle around the ring with a side along `edge`.
double box_area(const Ring& ring, OutlinePoint edge) {
  constexpr double kMost = std::numeric_limits<double>::max();
  double low_u = kMost, high_u = -kMost, low_v = kMost, high_v = -kMost;
  for (const OutlinePoint& p : ring) {
    const double u = p.x * edge.x + p.y * edge.y;
    const double v = p.y * edge.x - p.x * edge.y;
    low_u = std::min(low_u, u);
    high_u = std::max(high_u, u);
    low_v = std::min(low_v, v);
    high_v = std::max(high_v, v);
  }
  return (high_u - low_u) * (high_v - low_v);
}

}  // namespace

std::array<double, kShapeNames.size()> shape_numbers(const Rings& rings, double unit) {
  if (rings.empty() || rings.front().size() < 3) return {};
  const Moments moments(rings);
  if (moments.area() <= 0) return {};
  const auto h = hu(moments);
  const double box = box_area(rings.front(), longest_edge(rings.front(), 0));
  return {h[0],
          std::sqrt(h[1]),
          fourth_root(h[2]),
          fourth_root(h[3]),
          fourth_root(h[4]),
          fourth_root(h[5]),
          fourth_root(h[6]),
          elongation(moments),
          static_cast<double>(rings.front().size()) / 10,
          box > 0 ? moments.area() / box : 0,
          std::sqrt(moments.area()) / unit};
}

std::optional<double> rotation_deg(const Rings& rings, double slack, std::size_t most_corners) {
  if (rings.empty() || rings.front().size() < 2 || rings.front().size() > most_corners) return std::nullopt;
  const OutlinePoint edge = longest_edge(rings.front(), slack);
  double degrees = std::atan2(edge.y, edge.x) * (180 / 3.14159265358979323846);
  if (degrees < 0) degrees += 180;
  return degrees >= 180 ? degrees - 180 : degrees;
}

}  // namespace novphy
