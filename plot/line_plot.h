#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/figure.h"
#include "plot/scale.h"

namespace novphy::plot {

/// A curve: as many y as x, in the order of x. A y that is not finite leaves a gap.
struct Line {
  std::string name = {};
  std::vector<double> x = {};
  std::vector<double> y = {};
  std::vector<double> low = {}, high = {};  ///< The band around it, as many as y; empty: none.
};

struct LinePanel {
  std::string title = {};
  std::vector<Line> lines = {};
};

/// An upright line in all panels, named in the legend.
struct VerticalMark {
  double x = 0;
  std::string label = {};
};

struct LinePlotOptions {
  std::string x_label = {};
  std::string y_label = {};
  std::optional<Range> x_range = {};  ///< Empty: as far as there are values.
  std::optional<Range> y_range = {};
  std::optional<VerticalMark> mark = {};
  bool steps = false;  ///< A value holds up to the next x.
  std::string caption = {};
  int width_px = 1000;
  std::size_t across = 0;  ///< Panels side by side; 0: up to four.
};

/// Small multiples of curves with one legend: the same name looks the same in all panels. Up to twelve names
/// look different.
Figure line_plot(std::string name, const std::vector<LinePanel>& panels, const LinePlotOptions& options);

}  // namespace novphy::plot
