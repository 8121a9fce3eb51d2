#include "evaluator/plot/curve.h"

#include <algorithm>
#include <cmath>

namespace novphy::plot {
namespace {

constexpr double kBandAlpha = 0.16;
constexpr std::size_t kFewPoints = 12;
constexpr double kMarkerRadiusPx = 3.4;

/// The coordinate, limited to a range that contains the panel and fits cairo's coordinates, which end at
/// 2^23.
double within_reach(double px) { return std::clamp(px, -30'000.0, 30'000.0); }

Point placed(const CurveFrame& frame, double x, double y) {
  return {within_reach(along(x, frame.x, {frame.panel.left, frame.panel.right()})),
          within_reach(along(y, frame.y, {frame.panel.bottom(), frame.panel.top}))};
}

/// The pieces of a curve between its gaps. `heights` holds the y for each x.
std::vector<std::vector<Point>> pieces(const CurveFrame& frame, const std::vector<double>& xs,
                                       const std::vector<double>& heights) {
  std::vector<std::vector<Point>> all(1);
  for (std::size_t i = 0; i < std::min(xs.size(), heights.size()); ++i)
    if (std::isfinite(xs[i]) && std::isfinite(heights[i]))
      all.back().push_back(placed(frame, xs[i], heights[i]));
    else if (!all.back().empty())
      all.emplace_back();
  if (all.back().empty()) all.pop_back();
  return all;
}

std::vector<Point> stepped(const std::vector<Point>& points) {
  std::vector<Point> steps;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) steps.push_back({points[i].x, points[i - 1].y});
    steps.push_back(points[i]);
  }
  return steps;
}

/// The points without those that lie between their neighbours on a horizontal line. A stepped curve loses
/// half of its points.
std::vector<Point> without_level_points(const std::vector<Point>& points) {
  std::vector<Point> kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool inner = !kept.empty() && i + 1 < points.size();
    if (inner && kept.back().y == points[i].y && points[i].y == points[i + 1].y) continue;
    kept.push_back(points[i]);
  }
  return kept;
}

std::vector<Point> shape_of(const CurveFrame& frame, const std::vector<Point>& points) {
  return without_level_points(frame.steps ? stepped(points) : points);
}

bool inside(const Box& panel, Point point) {
  constexpr double kHair = 0.5;
  return point.x >= panel.left - kHair && point.x <= panel.right() + kHair && point.y >= panel.top - kHair &&
         point.y <= panel.bottom() + kHair;
}

/// Whether a point of a curve has a marker. The choice depends on the number of points and on the series'
/// number.
bool marked(std::size_t point, std::size_t points, std::size_t number) {
  constexpr std::size_t kMarkers = 5;
  const std::size_t stride = points <= kFewPoints ? 1 : (points + kMarkers - 1) / kMarkers;
  return point % stride == number * 2 % stride;
}

}  // namespace

bool has_points(const Line& line) {
  for (std::size_t i = 0; i < std::min(line.x.size(), line.y.size()); ++i)
    if (std::isfinite(line.x[i]) && std::isfinite(line.y[i])) return true;
  return false;
}

void draw_band(cairo_t* cairo, const CurveFrame& frame, const Line& line, std::size_t number) {
  // A point whose band has only one finite end gets a gap at both ends.
  std::vector<double> low = line.low, high = line.high;
  low.resize(std::min(low.size(), high.size()));
  high.resize(low.size());
  for (std::size_t i = 0; i < low.size(); ++i)
    if (!std::isfinite(low[i]) || !std::isfinite(high[i])) low[i] = high[i] = NAN;
  const auto below = pieces(frame, line.x, low), above = pieces(frame, line.x, high);
  for (std::size_t i = 0; i < below.size(); ++i) {
    std::vector<Point> corners = shape_of(frame, above[i]);
    const std::vector<Point> back = shape_of(frame, below[i]);
    corners.insert(corners.end(), back.rbegin(), back.rend());
    fill_shape(cairo, corners, series_look(number).colour, kBandAlpha);
  }
}

void draw_curve(cairo_t* cairo, const CurveFrame& frame, const Line& curve, std::size_t number) {
  const SeriesLook look = series_look(number);
  for (const auto& points : pieces(frame, curve.x, curve.y))
    line(cairo, shape_of(frame, points), {.with = look.colour, .width_px = 1.8, .dashes_px = look.dashes_px});
}

void draw_markers(cairo_t* cairo, const CurveFrame& frame, const Line& curve, std::size_t number) {
  const SeriesLook look = series_look(number);
  const auto all = pieces(frame, curve.x, curve.y);
  std::size_t count = 0, at = 0;
  for (const auto& points : all) count += points.size();
  for (const auto& points : all)
    for (const Point& point : points) {
      const bool alone = points.size() == 1;  // a single point has no line
      const bool shown = marked(at++, count, number) || alone;
      if (shown && inside(frame.panel, point)) mark(cairo, point, look.marker, look.colour, kMarkerRadiusPx);
    }
}

}  // namespace novphy::plot
