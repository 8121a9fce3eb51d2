#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/figure.h"
#include "plot/scale.h"

namespace novphy::plot {

/// A value with its interval. Not finite is as good as missing; without a value there is a dash at the axis.
struct Dot {
  std::string group = {};   ///< The row's name: a novelty or a measure.
  std::string series = {};  ///< The agent.
  std::optional<double> value = {}, low = {}, high = {};
};

/// A measure: all its dots share an axis.
struct DotPanel {
  std::string title = {};
  std::vector<Dot> dots = {};
  std::optional<Range> x_range = {};  ///< Empty: as far as there are values.
};

struct DotPlotOptions {
  std::string caption = {};
  int width_px = 1000;
  std::size_t across = 0;  ///< Panels side by side; 0: up to four.
};

/// Agents side by side: groups below each other, in each a line for each series, whose colour and marker are
/// those of a line plot with the same names in the same order.
Figure dot_plot(std::string name, const std::vector<DotPanel>& panels, const DotPlotOptions& options);

}  // namespace novphy::plot
