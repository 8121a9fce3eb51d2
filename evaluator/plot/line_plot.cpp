#include "evaluator/plot/line_plot.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/layout.h"

namespace novphy::plot {
namespace {

constexpr double kPanelGapPx = 24;
constexpr double kLabelLinePx = 22;

struct LineLayout {
  std::vector<LinePanel> panels;
  LinePlotOptions options;
  NameList names;
  Legend legend;
  Range x, y;
  Ticks x_ticks, y_ticks;
  PanelGrid grid;
};

Range x_extent(const std::vector<LinePanel>& panels) {
  Extent extent;
  for (const LinePanel& panel : panels)
    for (const Line& line : panel.lines)
      for (const double x : line.x) extent.add(x);
  return extent.range();
}

Range y_extent(const std::vector<LinePanel>& panels) {
  Extent extent;
  for (const LinePanel& panel : panels)
    for (const Line& line : panel.lines)
      for (const auto* values : {&line.y, &line.low, &line.high})
        for (const double y : *values) extent.add(y);
  return extent.range();
}

NameList names_of(const std::vector<LinePanel>& panels, NameList names = {}) {
  for (const LinePanel& panel : panels)
    for (const Line& line : panel.lines) names.add(line.name);
  return names;
}

Legend legend_of(const std::vector<LinePanel>& panels, const NameList& names,
                 const LinePlotOptions& options) {
  const NameList used = names_of(panels);
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < names.all().size(); ++i)
    if (used.has(names.all()[i])) entries.push_back(line_entry(names.all()[i], i));
  if (options.mark && !options.mark->label.empty()) entries.push_back(mark_entry(options.mark->label));
  return {std::move(entries), options.width_px - 2 * kMarginPx};
}

/// The number of panels side by side, at most four, with rows as equally full as possible: 5 panels make rows
/// of 3 and 2.
std::size_t side_by_side(std::size_t panels) {
  const std::size_t rows = (panels + 3) / 4;
  return rows == 0 ? 1 : (panels + rows - 1) / rows;
}

PanelGrid grid_of(std::size_t panels, const LineLayout& layout) {
  const LinePlotOptions& options = layout.options;
  PanelGrid grid{.count = panels,
                 .across = options.across > 0 ? std::min(options.across, panels) : side_by_side(panels)};
  const double left =
      kMarginPx + (options.y_label.empty() ? 0 : kLabelLinePx) + labels_width(layout.y_ticks) + 8;
  const auto across = static_cast<double>(grid.across);
  const double room = options.width_px - left - kMarginPx - 8;
  grid.width = std::max((room - (across - 1) * kPanelGapPx) / across, 20.0);
  grid.height = std::clamp(grid.width * 0.78, 120.0, 300.0);
  grid.step_x = grid.width + kPanelGapPx;
  grid.step_y = grid.height + kTitlePx + 14;
  grid.corner = {left, kMarginPx + layout.legend.height() + kTitlePx + 4};
  return grid;
}

LineLayout lay_out(const std::vector<LinePanel>& panels, const LinePlotOptions& options) {
  const NameList names = names_of(panels, NameList(options.names));
  LineLayout layout{.panels = panels,
                    .options = options,
                    .names = names,
                    .legend = legend_of(panels, names, options),
                    .x = sound(options.x_range.value_or(x_extent(panels))),
                    .y = sound(options.y_range.value_or(y_extent(panels))),
                    .x_ticks = {},
                    .y_ticks = {},
                    .grid = {}};
  layout.y_ticks = nice_ticks(layout.y, 6);
  layout.grid = grid_of(panels.size(), layout);
  layout.x_ticks = ticks_across(layout.x, layout.grid.width);
  return layout;
}

void draw_mark(cairo_t* cairo, Box panel, const LineLayout& layout) {
  if (!layout.options.mark) return;
  const double at = layout.options.mark->x;
  if (!(at >= layout.x.low && at <= layout.x.high)) return;
  const double x = along(at, layout.x, {panel.left, panel.right()});
  line(cairo, {{x, panel.top}, {x, panel.bottom()}}, mark_stroke());
}

void draw_curves(cairo_t* cairo, Box panel, const std::vector<Line>& lines, const LineLayout& layout) {
  const CurveFrame frame{panel, layout.x, layout.y, layout.options.steps};
  const auto each = [&](auto draw) {
    for (const Line& line : lines) draw(cairo, frame, line, layout.names.number(line.name));
  };
  {
    // The clip is half a line wider than the panel, so that a line at a pass rate of 1 is not cut in half.
    const Clip clip(cairo, {panel.left - 1, panel.top - 1, panel.width + 2, panel.height + 2});
    each(draw_band);
    each(draw_curve);
  }
  each(draw_markers);
}

void draw_panel(cairo_t* cairo, std::size_t number, const LineLayout& layout) {
  const Box panel = layout.grid.box(number);
  const LinePanel& content = layout.panels[number];
  write_title(cairo, panel, content.title);
  draw_x_axis(cairo, panel, layout.x, layout.x_ticks, layout.grid.last_of_column(number));
  draw_y_axis(cairo, panel, layout.y, layout.y_ticks, layout.grid.first_of_row(number));
  draw_mark(cairo, panel, layout);
  outline(cairo, panel, {.with = kSoftInk});
  draw_curves(cairo, panel, content.lines, layout);
  if (std::none_of(content.lines.begin(), content.lines.end(), has_points)) write_no_data(cairo, panel);
}

void draw_all(cairo_t* cairo, const LineLayout& layout, double height) {
  layout.legend.draw(cairo, {kMarginPx, kMarginPx});
  for (std::size_t i = 0; i < layout.panels.size(); ++i) draw_panel(cairo, i, layout);
  const Box first = layout.grid.box(0), last = layout.grid.box(layout.grid.count - 1);
  const double right = layout.grid.box(layout.grid.across - 1).right();
  write(cairo, {(first.left + right) / 2, height - kMarginPx - 2},
        elided(layout.options.x_label, right - first.left), {.align = Align::kCentre});
  write(cairo, {kMarginPx + 12, (first.top + last.bottom()) / 2},
        elided(layout.options.y_label, last.bottom() - first.top),
        {.align = Align::kCentre, .turned_rad = -std::numbers::pi / 2});
}

/// The text for all lines of a panel at this x.
std::string hint_at(double x, const LinePanel& panel, const LinePlotOptions& options) {
  std::string text = panel.title.empty() ? "" : panel.title + "\n";
  text +=
      (options.x_label.empty() ? "" : options.x_label + ": ") + number_text(x, x == std::round(x) ? 0 : 2);
  for (const Line& line : panel.lines) {
    const auto at = static_cast<std::size_t>(std::find(line.x.begin(), line.x.end(), x) - line.x.begin());
    if (at >= std::min(line.x.size(), line.y.size()) || !std::isfinite(line.y[at])) continue;
    text += "\n" + line.name + ": " + number_text(line.y[at], 2);
    const bool banded = at < std::min(line.low.size(), line.high.size());
    if (banded && std::isfinite(line.low[at]) && std::isfinite(line.high[at]))
      text += " [" + number_text(line.low[at], 2) + ", " + number_text(line.high[at], 2) + "]";
    if (at < line.notes.size()) text += ", " + line.notes[at];
  }
  return text;
}

/// The different x within the range of all lines of a panel, in ascending order.
std::vector<double> places(const LinePanel& panel, Range range) {
  std::vector<double> all;
  for (const Line& line : panel.lines)
    for (const double x : line.x)
      if (x >= range.low && x <= range.high) all.push_back(x);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// A strip of the panel for each x, which reaches half-way to the neighbours.
void add_hints(std::vector<Hint>& hints, const LinePanel& panel, const Box& box, const LineLayout& layout) {
  const std::vector<double> xs = places(panel, layout.x);
  const auto px = [&](double x) { return along(x, layout.x, {box.left, box.right()}); };
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const double left = i > 0 ? px((xs[i - 1] + xs[i]) / 2) : box.left;
    const double right = i + 1 < xs.size() ? px((xs[i] + xs[i + 1]) / 2) : box.right();
    hints.push_back({left, box.top, right - left, box.height, hint_at(xs[i], panel, layout.options)});
  }
}

std::vector<Hint> hints_of(const LineLayout& layout) {
  std::vector<Hint> hints;
  for (std::size_t i = 0; i < layout.panels.size(); ++i)
    add_hints(hints, layout.panels[i], layout.grid.box(i), layout);
  return hints;
}

}  // namespace

Figure line_plot(std::string name, const std::vector<LinePanel>& panels, const LinePlotOptions& options) {
  Figure figure = empty_figure(std::move(name), options.caption, options.width_px);
  if (panels.empty()) return figure;
  LinePlotOptions sane = options;
  sane.width_px = figure.width_px;
  const auto layout = std::make_shared<const LineLayout>(lay_out(panels, sane));
  const double bottom = layout->grid.box(panels.size() - 1).bottom() + 20;
  const double height = bottom + (options.x_label.empty() ? 0 : kLabelLinePx) + kMarginPx;
  figure.height_px = static_cast<int>(std::ceil(height));
  figure.hints = hints_of(*layout);
  figure.draw = [layout, height = figure.height_px](cairo_t* cairo) { draw_all(cairo, *layout, height); };
  return figure;
}

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
