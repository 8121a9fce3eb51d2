#pragma once

#include <vector>

#include "evaluator/report/canvas.h"
#include "evaluator/report/line_plot.h"

namespace novphy::plot {

/// Where a curve is drawn, and how.
struct CurveFrame {
  Box panel = {};
  Range x = {}, y = {};
  bool steps = false;
};

bool has_points(const Line& line);
void draw_band(cairo_t* cairo, const CurveFrame& frame, const Line& line, std::size_t number);
/// With markers: at each of few points, at some of many, elsewhere for each number of a series.
void draw_curve(cairo_t* cairo, const CurveFrame& frame, const Line& line, std::size_t number);

}  // namespace novphy::plot
