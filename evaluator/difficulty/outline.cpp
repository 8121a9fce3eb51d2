#include "evaluator/difficulty/outline.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace novphy {

LocationDegree location_difficulty(const SeenStates& seen, const Relations& observed,
                                   const RelationGraphs& graphs, const LocationNumbers& numbers) {
  if (seen.empty()) return {.difficulty = Degree::none("the two classes were never seen together")};
  LocationDegree found{.cd = RelationGraphs::kSumOfDiameters + 1};
  int total = 0;
  for (const auto& [state, count] : seen) {
    total += count;
    const int away = graphs.between(state, observed);
    if (away >= found.cd) continue;
    found.cd = away;
    found.nearest = state;
  }
  double more = 0;
  if (found.cd == 0)
    more = found.size = static_cast<double>(seen.at(observed)) / total;
  else if (found.cd > numbers.d_star)
    more = -static_cast<double>(found.cd) / RelationGraphs::kSumOfDiameters;
  found.difficulty = Degree::of((1 + more) / 2);
  return found;
}

std::vector<std::vector<Relations>> clusters_of(const SeenStates& seen, const RelationGraphs& graphs,
                                                int d_star) {
  std::vector<std::vector<Relations>> clusters;
  for (const auto& entry : seen) {
    const Relations& state = entry.first;
    std::vector<Relations> joined{state};
    const auto joins = [&](const std::vector<Relations>& cluster) {
      return std::ranges::any_of(
          cluster, [&](const Relations& other) { return graphs.between(state, other) <= d_star; });
    };
    for (auto& cluster : clusters)
      if (joins(cluster)) {
        joined.insert(joined.end(), cluster.begin(), cluster.end());
        cluster.clear();
      }
    std::erase_if(clusters, [](const auto& cluster) { return cluster.empty(); });
    std::ranges::sort(joined);
    clusters.push_back(std::move(joined));
  }
  std::ranges::sort(clusters);
  return clusters;
}

namespace {

using Edges = std::vector<std::pair<int, int>>;
using Lengths = std::vector<std::vector<int>>;

/// All shortest paths (Floyd 1962) of a connected graph with edges of length 1.
Lengths shortest_paths(std::size_t size, const Edges& edges) {
  Lengths length(size, std::vector<int>(size, static_cast<int>(size)));
  for (std::size_t i = 0; i < size; ++i) length[i][i] = 0;
  for (const auto& [a, b] : edges)
    length[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
        length[static_cast<std::size_t>(b)][static_cast<std::size_t>(a)] = 1;
  for (std::size_t k = 0; k < size; ++k)
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j)
        length[i][j] = std::min(length[i][j], length[i][k] + length[k][j]);
  return length;
}

Edges topology_edges(bool eq_beside_ntpp) {
  Edges edges{{kDc, kEc},    {kEc, kPo},      {kPo, kTpp}, {kPo, kTppi},
              {kTpp, kNtpp}, {kTppi, kNtppi}, {kTpp, kEq}, {kTppi, kEq}};
  if (eq_beside_ntpp) {
    edges.emplace_back(kEq, kNtpp);
    edges.emplace_back(kEq, kNtppi);
  }
  return edges;
}

}  // namespace

std::string words(const Relations& relations) {
  std::string text(kTopologyNames[static_cast<std::size_t>(relations.topology)]);
  text.append(" ").append(kDirectionNames[static_cast<std::size_t>(relations.direction)]);
  return text.append(" ").append(kDistanceNames[static_cast<std::size_t>(relations.distance)]);
}

Relations inverse(const Relations& relations) {
  constexpr std::array<int, 8> kInverse{kDc, kEc, kPo, kTppi, kTpp, kNtppi, kNtpp, kEq};
  return {kInverse[static_cast<std::size_t>(relations.topology)], (relations.direction + 4) % 8,
          relations.distance};
}

RelationGraphs::RelationGraphs(bool eq_beside_ntpp)
    : topology_(shortest_paths(kTopologyNames.size(), topology_edges(eq_beside_ntpp))) {}

int RelationGraphs::direction(int from, int to) const {
  const int apart = std::abs(from - to);
  return std::min(apart, static_cast<int>(kDirectionNames.size()) - apart);
}

int RelationGraphs::between(const Relations& a, const Relations& b) const {
  return topology(a.topology, b.topology) + direction(a.direction, b.direction) +
         distance(a.distance, b.distance);
}

}  // namespace novphy

// Whole pixels need no rescaling to whole numbers. In the rescaling, g++ 12 also sees an uninitialised
// variable.
#define BOOST_GEOMETRY_NO_ROBUSTNESS
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/multi_polygon.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>

namespace novphy {
namespace {

namespace bg = boost::geometry;
using BgPoint = bg::model::d2::point_xy<double>;
using BgPolygon = bg::model::polygon<BgPoint>;

BgPolygon polygon_of(const Rings& rings) {
  BgPolygon polygon;
  polygon.inners().resize(rings.empty() ? 0 : rings.size() - 1);
  for (std::size_t i = 0; i < rings.size(); ++i) {
    auto& ring = i == 0 ? polygon.outer() : polygon.inners()[i - 1];
    for (const OutlinePoint& p : rings[i]) ring.emplace_back(p.x, p.y);
  }
  bg::correct(polygon);
  return polygon;
}

/// The cone of the vector, as an index into kDirectionNames.
int cone(double dx, double dy) {
  if (dx == 0 && dy == 0) return 0;
  const double tan_22_5 = std::sqrt(2.0) - 1;
  const double across = std::abs(dx);
  const double up = std::abs(dy);
  if (across <= tan_22_5 * up) return dy > 0 ? 0 : 4;
  if (up <= tan_22_5 * across) return dx > 0 ? 2 : 6;
  if (dx > 0) return dy > 0 ? 1 : 3;
  return dy > 0 ? 7 : 5;
}

int band(double distance, const std::array<double, 4>& from) {
  return static_cast<int>(std::ranges::count_if(from, [&](double least) { return distance >= least; }));
}

}  // namespace

struct Outline::Impl {
  BgPolygon polygon{};
  BgPoint centre{};
  double area = 0;
  double perimeter = 0;
};

Outline::Outline(const Rings& rings) {
  auto impl = std::make_shared<Impl>();
  impl->polygon = polygon_of(rings);
  bg::centroid(impl->polygon, impl->centre);
  impl->area = bg::area(impl->polygon);
  impl->perimeter = static_cast<double>(bg::perimeter(impl->polygon));
  impl_ = std::move(impl);
}

namespace {

struct Overlap {
  double area = 0;
  double length = 0;  ///< half of the perimeter, which for a sliver is its length
};

Overlap overlap_of(const BgPolygon& a, const BgPolygon& b) {
  bg::model::multi_polygon<BgPolygon> common;
  try {
    bg::intersection(a, b, common);
  } catch (const bg::exception&) {
    return {};  // an outline that crosses itself: the overlap is unknown, and the two count as touching
  }
  return {bg::area(common), static_cast<double>(bg::perimeter(common)) / 2};
}

/// Whether the inner polygon, which lies in the outer one, stays away from the outer one's rim.
bool off_the_rim(const BgPolygon& inner, const BgPolygon& outer, double touch) {
  const auto& ring = outer.outer();
  return bg::distance(inner.outer(), bg::model::linestring<BgPoint>(ring.begin(), ring.end())) > touch;
}

/// Whether an outline of this area lies in the overlap, apart from a rim of width `touch`.
bool is_part(double overlap, double area, double perimeter, double touch) {
  return area - overlap <= std::max(touch * perimeter / 2, 1e-9 * area);
}

}  // namespace

Relations relations_of(const Outline& first, const Outline& second, const RelationNumbers& numbers) {
  const Outline::Impl& a = *first.impl_;
  const Outline::Impl& b = *second.impl_;
  Relations found{.topology = kDc,
                  .direction = cone(b.centre.x() - a.centre.x(), b.centre.y() - a.centre.y()),
                  .distance = 0};
  const double gap = bg::distance(a.polygon, b.polygon);
  found.distance = band(gap, numbers.distances);
  if (gap > numbers.touch) return found;
  const Overlap overlap = overlap_of(a.polygon, b.polygon);
  if (overlap.area <= numbers.touch * overlap.length) {
    found.topology = kEc;
    return found;
  }
  const bool a_in_b = is_part(overlap.area, a.area, a.perimeter, numbers.touch);
  const bool b_in_a = is_part(overlap.area, b.area, b.perimeter, numbers.touch);
  if (a_in_b && b_in_a)
    found.topology = kEq;
  else if (a_in_b)
    found.topology = off_the_rim(a.polygon, b.polygon, numbers.touch) ? kNtpp : kTpp;
  else if (b_in_a)
    found.topology = off_the_rim(b.polygon, a.polygon, numbers.touch) ? kNtppi : kTppi;
  else
    found.topology = kPo;
  return found;
}

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
