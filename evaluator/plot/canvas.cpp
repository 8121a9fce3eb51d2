#include "evaluator/plot/canvas.h"

#include <cairo/cairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace novphy::plot {
namespace {

constexpr double kPi = std::numbers::pi;

void choose(cairo_t* cairo, Colour with) { cairo_set_source_rgb(cairo, with.red, with.green, with.blue); }

/// The coordinate in eighths of a pixel. cairo writes fractions of 256 with all their decimals, so that few
/// decimals keep files small.
double eighths(double px) { return std::round(px * 8) / 8; }

void add_path(cairo_t* cairo, const std::vector<Point>& points) {
  for (const Point& point : points) cairo_line_to(cairo, eighths(point.x), eighths(point.y));
}

void paint_line(cairo_t* cairo, const Stroke& stroke) {
  choose(cairo, stroke.with);
  cairo_set_line_width(cairo, stroke.width_px);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash(cairo, stroke.dashes_px.data(), static_cast<int>(stroke.dashes_px.size()), 0);
  cairo_stroke(cairo);
}

/// The corners of a regular polygon, turned by turned_rad; without turning, the first corner points up.
std::vector<Point> polygon(Point at, double radius, int corners, double turned_rad) {
  std::vector<Point> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * kPi * i / corners + turned_rad - kPi / 2;
    points.push_back({at.x + radius * std::cos(angle), at.y + radius * std::sin(angle)});
  }
  return points;
}

void add_closed(cairo_t* cairo, const std::vector<Point>& corners) {
  add_path(cairo, corners);
  cairo_close_path(cairo);
}

void add_spokes(cairo_t* cairo, Point at, double radius, int spokes, double turned_rad) {
  for (const Point& end : polygon(at, radius, spokes, turned_rad)) {
    cairo_move_to(cairo, at.x, at.y);
    cairo_line_to(cairo, end.x, end.y);
  }
}

/// The shape of a marker and its style.
struct MarkerShape {
  int corners;  ///< 0: a circle.
  double turned_rad;
  double grown;  ///< Factor on the size that makes all markers look equally large.
  enum class Paint { kFilled, kOpen, kSpokes } paint;
};

MarkerShape shape_of(Marker marker) {
  using Paint = MarkerShape::Paint;
  static constexpr std::array<MarkerShape, kSeriesLooks> kShapes{{{0, 0, 0.95, Paint::kFilled},
                                                                  {4, kPi / 4, 1.2, Paint::kFilled},
                                                                  {3, 0, 1.3, Paint::kFilled},
                                                                  {4, 0, 1.25, Paint::kFilled},
                                                                  {3, kPi, 1.3, Paint::kFilled},
                                                                  {4, kPi / 4, 1.2, Paint::kSpokes},
                                                                  {4, 0, 1.2, Paint::kSpokes},
                                                                  {0, 0, 0.9, Paint::kOpen},
                                                                  {4, kPi / 4, 1.1, Paint::kOpen},
                                                                  {3, 0, 1.2, Paint::kOpen},
                                                                  {4, 0, 1.15, Paint::kOpen},
                                                                  {6, 0, 1.2, Paint::kSpokes}}};
  return kShapes[static_cast<std::size_t>(marker)];
}

}  // namespace

void fill(cairo_t* cairo, Box box, Colour with) {
  choose(cairo, with);
  cairo_rectangle(cairo, box.left, box.top, box.width, box.height);
  cairo_fill(cairo);
}

void outline(cairo_t* cairo, Box box, const Stroke& stroke) {
  cairo_rectangle(cairo, box.left, box.top, box.width, box.height);
  paint_line(cairo, stroke);
}

void line(cairo_t* cairo, const std::vector<Point>& points, const Stroke& stroke) {
  add_path(cairo, points);
  paint_line(cairo, stroke);
}

void fill_shape(cairo_t* cairo, const std::vector<Point>& corners, Colour with, double alpha) {
  add_closed(cairo, corners);
  cairo_set_source_rgba(cairo, with.red, with.green, with.blue, alpha);
  cairo_fill(cairo);
}

void mark(cairo_t* cairo, Point at, Marker marker, Colour with, double radius_px) {
  const MarkerShape shape = shape_of(marker);
  const double radius = radius_px * shape.grown;
  if (shape.paint == MarkerShape::Paint::kSpokes) {
    add_spokes(cairo, at, radius, shape.corners, shape.turned_rad);
    return paint_line(cairo, {.with = with, .width_px = 1.6});
  }
  if (shape.corners == 0)
    cairo_arc(cairo, at.x, at.y, radius, 0, 2 * kPi);
  else
    add_closed(cairo, polygon(at, radius, shape.corners, shape.turned_rad));
  const bool open = shape.paint == MarkerShape::Paint::kOpen;
  choose(cairo, open ? kWhite : with);
  cairo_fill_preserve(cairo);
  // A white rim separates a filled marker from the line and the markers below.
  paint_line(cairo, {.with = open ? with : kWhite, .width_px = open ? 1.4 : 0.6});
}

void hatch(cairo_t* cairo, Box box) {
  constexpr double kEveryPx = 6;
  fill(cairo, box, kWhite);
  for (double at = kEveryPx / 2; at < box.width + box.height; at += kEveryPx) {
    const double down = std::max(0.0, at - box.width), right = std::max(0.0, at - box.height);
    cairo_move_to(cairo, eighths(box.left + at - down), eighths(box.top + down));
    cairo_line_to(cairo, eighths(box.left + right), eighths(box.top + at - right));
  }
  paint_line(cairo, {.with = colour(0xC4C4C4)});
}

Clip::Clip(cairo_t* cairo, Box box) : cairo_(cairo) {
  cairo_save(cairo);
  cairo_rectangle(cairo, box.left, box.top, box.width, box.height);
  cairo_clip(cairo);
}

Clip::~Clip() { cairo_restore(cairo_); }

void Destroy::operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
void Destroy::operator()(cairo_t* context) const { cairo_destroy(context); }
void Destroy::operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }

}  // namespace novphy::plot
