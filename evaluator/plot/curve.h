#pragma once

#include <vector>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/line_plot.h"

namespace novphy::plot {

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
