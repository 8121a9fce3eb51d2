#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/figure.h"
#include "evaluator/plot/layout.h"

namespace novphy::plot {

/// A curve with one y for each x, in ascending order of x. A y that is not finite leaves a gap.
struct Line {
  std::string name = {};
  std::vector<double> x = {};
  std::vector<double> y = {};
  /// The band around the curve, one value for each y; empty: no band.
  std::vector<double> low = {}, high = {};
  std::vector<std::string> notes = {};  ///< Follow the values in hints, one for each y; empty: none.
};

struct LinePanel {
  std::string title = {};
  std::vector<Line> lines = {};
};

/// A vertical line in all panels, named in the legend.
struct VerticalMark {
  double x = 0;
  std::string label = {};
};

struct LinePlotOptions {
  std::string x_label = {};
  std::string y_label = {};
  std::optional<Range> x_range = {};  ///< Empty: the range of the values.
  std::optional<Range> y_range = {};
  std::optional<VerticalMark> mark = {};
  bool steps = false;  ///< The curve is a step function: each value holds up to the next x.
  std::string caption = {};
  int width_px = 1000;
  /// Names of lines that have the first looks, in this order, even where they do not occur. Figures with the
  /// same list show the same name alike.
  std::vector<std::string> names = {};
  std::size_t across = 0;  ///< Number of panels side by side; 0: up to four.
};

/// A figure with panels of curves and one legend. Lines with the same name look the same in all panels. Up to
/// twelve names look different.
Figure line_plot(std::string name, const std::vector<LinePanel>& panels, const LinePlotOptions& options);

/// The panel and the scales in which a curve is drawn.
struct CurveFrame {
  Box panel = {};
  Range x = {}, y = {};
  bool steps = false;
};

/// Whether the line has a point to draw.
bool has_points(const Line& line);
/// Draw the band and the curve of line `number`. Both may leave the panel, so callers clip to the panel.
void draw_band(cairo_t* cairo, const CurveFrame& frame, const Line& line, std::size_t number);
void draw_curve(cairo_t* cairo, const CurveFrame& frame, const Line& line, std::size_t number);
/// Draws the markers of line `number` at points within the panel; only rims of markers may stick out. A line
/// of few points has a marker at each point. A line of many points has some markers, at different points for
/// different numbers.
void draw_markers(cairo_t* cairo, const CurveFrame& frame, const Line& line, std::size_t number);

}  // namespace novphy::plot
