#include "evaluator/difficulty/outline.h"

#include <algorithm>
#include <cmath>

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
using BgBox = bg::model::box<BgPoint>;

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
  return static_cast<int>(
      std::count_if(from.begin(), from.end(), [&](double least) { return distance >= least; }));
}

}  // namespace

struct Outline::Impl {
  BgPolygon polygon{};
  BgBox box{};
  BgPoint centre{};
  double area = 0;
  double perimeter = 0;
};

Outline::Outline(const Rings& rings) : impl_(std::make_unique<Impl>()) {
  impl_->polygon = polygon_of(rings);
  bg::envelope(impl_->polygon, impl_->box);
  bg::centroid(impl_->polygon, impl_->centre);
  impl_->area = bg::area(impl_->polygon);
  impl_->perimeter = static_cast<double>(bg::perimeter(impl_->polygon));
}
Outline::Outline(Outline&&) noexcept = default;
Outline& Outline::operator=(Outline&&) noexcept = default;
Outline::~Outline() = default;

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

}  // namespace novphy
