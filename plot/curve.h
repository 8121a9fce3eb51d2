#pragma once

#include <vector>

#include "plot/canvas.h"
#include "plot/line_plot.h"

namespace novphy::plot {

/// Where a curve is drawn, and how.
struct CurveFrame {
  Box panel = {};
  Range x = {}, y = {};
  bool steps = false;
};

/// Whether there is anything to draw.
bool has_points(const Line& line);
/// Bands and curves may leave the panel: clip them.
void draw_band(cairo_t* cairo, const CurveFrame& frame, const Line& line, std::size_t number);
void draw_curve(cairo_t* cairo, const CurveFrame& frame, const Line& line, std::size_t number);
/// Within the panel but for their rims: at each of few points, at some of many, elsewhere for each number.
void draw_markers(cairo_t* cairo, const CurveFrame& frame, const Line& line, std::size_t number);

}  // namespace novphy::plot
