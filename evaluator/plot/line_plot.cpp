#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "base/lists.h"
#include "evaluator/plot/plots.h"

namespace novphy::plot {
namespace {

using Points = std::vector<Point>;

/// Which curves of a panel share a part of a line or a point, where the last one drawn would hide the others.
class Crowd {
 public:
  /// Adds a curve's piece: its points, and the path through them, which has more corners where it has steps.
  void add(const Points& points, const Points& path, std::size_t curve) {
    for (const Point& point : points) add(key(point, point), curve);
    for (std::size_t i = 1; i < path.size(); ++i) add(key(path[i - 1], path[i]), curve);
  }
  /// The curves through both points, in the order in which they were added.
  const std::vector<std::size_t>& of(Point from, Point to) const { return curves_.at(key(from, to)); }

  /// To be called when all curves are there: those that share points take turns at showing their markers.
  void take_turns() {
    std::map<std::vector<std::size_t>, std::size_t> turns;
    for (const auto& [at, curves] : curves_)
      if (at[0] == at[2] && at[1] == at[3]) marked_[at] = curves[turns[curves]++ % curves.size()];
  }
  /// The curve whose marker the point shows.
  std::size_t marked(Point at) const { return marked_.at(key(at, at)); }

 private:
  using Key = std::array<long, 4>;

  static Key key(Point from, Point to) {
    const auto eighths = [](double px) { return std::lround(px * 8); };
    return {eighths(from.x), eighths(from.y), eighths(to.x), eighths(to.y)};
  }
  void add(const Key& at, std::size_t curve) {
    std::vector<std::size_t>& curves = curves_[at];
    if (!contains(curves, curve)) curves.push_back(curve);
  }

  std::map<Key, std::vector<std::size_t>> curves_;
  std::map<Key, std::size_t> marked_;
};

/// A panel and its scales, in which curves are drawn. They may leave the panel, so callers clip to it.
struct CurveFrame {
  Box panel = {};
  Range x = {}, y = {};
  bool steps = false;

  /// The pieces of a curve between its gaps. `heights` holds the y for each x. Coordinates are limited to a
  /// range that contains the panel and fits cairo's coordinates, which end at 2^23.
  std::vector<Points> pieces(const std::vector<double>& xs, const std::vector<double>& heights) const {
    const auto placed = [](double at, Range from, Range to) {
      return std::clamp(along(at, from, to), -30'000.0, 30'000.0);
    };
    std::vector<Points> all(1);
    for (std::size_t i = 0; i < std::min(xs.size(), heights.size()); ++i)
      if (std::isfinite(xs[i]) && std::isfinite(heights[i]))
        all.back().push_back({placed(xs[i], x, {panel.left, panel.right()}),
                              placed(heights[i], y, {panel.bottom(), panel.top})});
      else if (!all.back().empty())
        all.emplace_back();
    if (all.back().empty()) all.pop_back();
    return all;
  }

  /// The path through the points of a piece.
  Points path(const Points& points) const {
    Points all;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (steps && i > 0) all.push_back({points[i].x, points[i - 1].y});
      all.push_back(points[i]);
    }
    return all;
  }

  /// The corners of a path, without those between their neighbours on a horizontal line: a stepped curve
  /// loses half of its points.
  static Points corners(const Points& all) {
    Points kept;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool inner = !kept.empty() && i + 1 < all.size();
      if (inner && kept.back().y == all[i].y && all[i].y == all[i + 1].y) continue;
      kept.push_back(all[i]);
    }
    return kept;
  }

  void draw_band(cairo_t* cairo, const Line& line, std::size_t number) const {
    constexpr double kBandAlpha = 0.16;
    // A point whose band has only one finite end gets a gap at both ends.
    std::vector<double> low = line.low, high = line.high;
    low.resize(std::min(low.size(), high.size()));
    high.resize(low.size());
    for (std::size_t i = 0; i < low.size(); ++i)
      if (!std::isfinite(low[i]) || !std::isfinite(high[i])) low[i] = high[i] = NAN;
    const auto below = pieces(line.x, low), above = pieces(line.x, high);
    for (std::size_t i = 0; i < below.size(); ++i) {
      Points around = corners(path(above[i]));
      const Points back = corners(path(below[i]));
      around.insert(around.end(), back.rbegin(), back.rend());
      fill_shape(cairo, around, series_look(number).colour, kBandAlpha);
    }
  }

  Crowd crowd_of(const std::vector<Line>& curves) const {
    Crowd crowd;
    for (std::size_t i = 0; i < curves.size(); ++i)
      for (const Points& points : pieces(curves[i].x, curves[i].y)) crowd.add(points, path(points), i);
    crowd.take_turns();
    return crowd;
  }

  /// The stroke of a part of a line that curves share: each draws its own dashes into the gaps of the others.
  static Stroke shared_stroke(Colour with, const Points& part, std::size_t place, std::size_t curves) {
    constexpr double kDashPx = 9;
    double length = 0;
    for (std::size_t i = 1; i < part.size(); ++i)
      length += std::hypot(part[i].x - part[i - 1].x, part[i].y - part[i - 1].y);
    const auto count = static_cast<double>(curves);
    const double dash = std::max(length, 1.0) / (count * std::ceil(length / (count * kDashPx) + 0.01));
    return {.with = with,
            .width_px = 1.8,
            .dashes_px = {dash, dash * (count - 1)},
            .begin_px = dash * (count - static_cast<double>(place))};
  }

  /// Draws curve `at` of those in the crowd.
  void draw_curve(cairo_t* cairo, const Line& curve, std::size_t at, std::size_t number,
                  const Crowd& crowd) const {
    const SeriesLook look = series_look(number);
    for (const Points& points : pieces(curve.x, curve.y)) {
      const Points all = path(points);
      for (std::size_t from = 0, to = 1; to < all.size(); from = to++) {
        const std::vector<std::size_t>& curves = crowd.of(all[from], all[to]);
        while (to + 1 < all.size() && crowd.of(all[to], all[to + 1]) == curves) ++to;
        const Points part = corners({all.begin() + static_cast<std::ptrdiff_t>(from),
                                     all.begin() + static_cast<std::ptrdiff_t>(to) + 1});
        if (curves.size() > 1)
          line(cairo, part, shared_stroke(look.colour, part, index_in(curves, at), curves.size()));
        else
          line(cairo, part, {.with = look.colour, .width_px = 1.8, .dashes_px = look.dashes_px});
      }
    }
  }

  /// Draws markers at points within the panel; only rims of markers may stick out. A line of few points has a
  /// marker at each point that no other line has, and takes turns with others at the points that they share.
  /// A line of many points has some markers, at different points for different numbers.
  void draw_markers(cairo_t* cairo, const Line& curve, std::size_t at, std::size_t number,
                    const Crowd& crowd) const {
    constexpr std::size_t kFewPoints = 12, kMarkers = 5;
    constexpr double kMarkerRadiusPx = 3.4, kHair = 0.5;
    const SeriesLook look = series_look(number);
    const auto all = pieces(curve.x, curve.y);
    std::size_t count = 0, place = 0;
    for (const Points& points : all) count += points.size();
    const std::size_t stride = count <= kFewPoints ? 1 : (count + kMarkers - 1) / kMarkers;
    for (const Points& points : all)
      for (Point point : points) {
        const bool alone = points.size() == 1;  // a single point has no line
        const bool turn = stride == 1 ? crowd.marked(point) == at : place % stride == number * 2 % stride;
        const bool inside = point.x >= panel.left - kHair && point.x <= panel.right() + kHair &&
                            point.y >= panel.top - kHair && point.y <= panel.bottom() + kHair;
        ++place;
        if (!inside || (!turn && !alone)) continue;
        const std::vector<std::size_t>& curves = crowd.of(point, point);
        if (alone)  // side by side
          point.x +=
              (2.0 * static_cast<double>(index_in(curves, at)) + 1 - static_cast<double>(curves.size())) *
              kMarkerRadiusPx;
        mark(cairo, point, look.marker, look.colour, kMarkerRadiusPx);
      }
  }
};

constexpr double kLabelLinePx = 22;

/// The number of panels side by side, at most four, with rows as equally full as possible: 5 panels make rows
/// of 3 and 2.
std::size_t side_by_side(std::size_t panels) {
  const std::size_t rows = (panels + 3) / 4;
  return (panels + rows - 1) / rows;
}

class LinePlot final : public PanelPlot {
 public:
  LinePlot(const std::vector<LinePanel>& panels, const PlotOptions& options)
      : PanelPlot(options.width_px), panels_(panels), options_(options), names_(options.names) {
    Extent x, y;
    NameList used;
    for (const LinePanel& panel : panels)
      for (const Line& line : panel.lines) {
        names_.add(line.name);
        used.add(line.name);
        for (const double at : line.x) x.add(at);
        for (const auto* values : {&line.y, &line.low, &line.high})
          for (const double at : *values) y.add(at);
      }
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < names_.all().size(); ++i)
      if (used.has(names_.all()[i])) entries.push_back(line_entry(names_.all()[i], i));
    if (options.mark && !options.mark->label.empty()) entries.push_back(mark_entry(options.mark->label));
    legend_ = {std::move(entries), options.width_px - 2 * kMarginPx};
    x_ = sound(options.x_range.value_or(x.range()));
    y_ = sound(options.y_range.value_or(y.range()));
    y_ticks_ = nice_ticks(y_, options.panel_height_px > 0 && options.panel_height_px < 110 ? 3 : 6);
    note_ = {options.note, options.width_px - 2 * kMarginPx};
    const double left = kMarginPx + (options.y_label.empty() ? 0 : kLabelLinePx) + labels_width(y_ticks_) + 8;
    // The last label of an axis, which reaches over its end, does not touch the first one of the next axis.
    const double label = text_width(number_text(x_.high, nice_ticks(x_).decimals));
    grid_ = {panels.size(), options.across > 0 ? options.across : side_by_side(panels.size()),
             options.width_px - left - kMarginPx - 8, std::max(24.0, label + 14)};
    grid_.height =
        options.panel_height_px > 0 ? options.panel_height_px : std::clamp(grid_.width * 0.78, 120.0, 300.0);
    grid_.step_y = grid_.height + kTitlePx + 14;
    grid_.corner = {left, kMarginPx + legend_.height() + kTitlePx + 4};
    below_ = 20 + (options.x_label.empty() ? 0 : kLabelLinePx);
    x_ticks_ = ticks_across(x_, grid_.width);
  }

  /// A strip of the panel for each x within the range, which reaches half-way to the neighbours.
  std::vector<Hint> hints() const override {
    std::vector<Hint> hints;
    for (std::size_t number = 0; number < panels_.size(); ++number) {
      const Box box = grid_.box(number);
      std::vector<double> xs;
      for (const Line& line : panels_[number].lines)
        for (const double x : line.x)
          if (x >= x_.low && x <= x_.high) xs.push_back(x);
      std::ranges::sort(xs);
      xs.erase(std::unique(xs.begin(), xs.end()), xs.end());
      const auto px = [&](double x) { return along(x, x_, {box.left, box.right()}); };
      for (std::size_t i = 0; i < xs.size(); ++i) {
        const double left = i > 0 ? px((xs[i - 1] + xs[i]) / 2) : box.left;
        const double right = i + 1 < xs.size() ? px((xs[i] + xs[i + 1]) / 2) : box.right();
        hints.push_back({left, box.top, right - left, box.height, hint_at(xs[i], panels_[number])});
      }
    }
    return hints;
  }

 private:
  /// The text for all lines of a panel at this x.
  std::string hint_at(double x, const LinePanel& panel) const {
    std::string text = panel.title.empty() ? "" : panel.title + "\n";
    text += (options_.x_label.empty() ? "" : options_.x_label + ": ") +
            number_text(x, x == std::round(x) ? 0 : 2);
    for (const Line& line : panel.lines) {
      const auto at = static_cast<std::size_t>(std::ranges::find(line.x, x) - line.x.begin());
      if (at >= std::min(line.x.size(), line.y.size()) || !std::isfinite(line.y[at])) continue;
      text += "\n" + line.name + ": " + number_text(line.y[at], 2);
      const bool banded = at < std::min(line.low.size(), line.high.size());
      if (banded && std::isfinite(line.low[at]) && std::isfinite(line.high[at]))
        text += " [" + number_text(line.low[at], 2) + ", " + number_text(line.high[at], 2) + "]";
      if (at < line.notes.size()) text += ", " + line.notes[at];
    }
    return text;
  }

  void draw_axis_titles(cairo_t* cairo) const {
    const Box first = grid_.box(0), last = grid_.last();
    const double right = grid_.box(grid_.across - 1).right();
    write(cairo, {(first.left + right) / 2, std::ceil(last.bottom() + below_) - 2},
          elided(options_.x_label, right - first.left), {.align = Align::kCentre});
    write(cairo, {kMarginPx + 12, (first.top + last.bottom()) / 2},
          elided(options_.y_label, last.bottom() - first.top),
          {.align = Align::kCentre, .turned_rad = -std::numbers::pi / 2});
  }

  void draw_panel(cairo_t* cairo, std::size_t number) const override {
    const Box panel = grid_.box(number);
    const LinePanel& content = panels_[number];
    write_title(cairo, panel, content.title);
    draw_x_axis(cairo, panel, x_, x_ticks_, grid_.last_of_column(number));
    draw_y_axis(cairo, panel, y_, y_ticks_, grid_.first_of_row(number));
    if (options_.mark && options_.mark->x >= x_.low && options_.mark->x <= x_.high) {
      const double x = along(options_.mark->x, x_, {panel.left, panel.right()});
      line(cairo, {{x, panel.top}, {x, panel.bottom()}}, mark_stroke());
    }
    outline(cairo, panel, {.with = kSoftInk});
    const CurveFrame frame{panel, x_, y_, options_.steps};
    const Crowd crowd = frame.crowd_of(content.lines);
    const auto each = [&](auto part) {
      for (std::size_t i = 0; i < content.lines.size(); ++i)
        (frame.*part)(cairo, content.lines[i], i, names_.number(content.lines[i].name), crowd);
    };
    {
      // The clip is half a line wider than the panel, so that a line at a pass rate of 1 is not cut in half.
      const Clip clip(cairo, {panel.left - 1, panel.top - 1, panel.width + 2, panel.height + 2});
      for (const Line& line : content.lines) frame.draw_band(cairo, line, names_.number(line.name));
      each(&CurveFrame::draw_curve);
    }
    each(&CurveFrame::draw_markers);
    if (std::ranges::all_of(content.lines,
                            [&](const Line& line) { return frame.pieces(line.x, line.y).empty(); }))
      write_no_data(cairo, panel);
    if (number + 1 == grid_.count) draw_axis_titles(cairo);
  }

  std::vector<LinePanel> panels_;
  PlotOptions options_;
  NameList names_;
  Range x_, y_;
  Ticks x_ticks_, y_ticks_;
};

}  // namespace

Figure line_plot(std::string name, const std::vector<LinePanel>& panels, const PlotOptions& options) {
  return figure_of<LinePlot>(std::move(name), panels, options);
}

}  // namespace novphy::plot
