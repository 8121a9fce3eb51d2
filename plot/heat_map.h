#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/figure.h"
#include "plot/scale.h"

namespace novphy::plot {

/// A table as colours. `values[row][column]`; what is missing there, empty or not finite is undefined.
struct HeatMap {
  std::string title = {};
  std::vector<std::string> rows = {}, columns = {};
  std::vector<std::vector<std::optional<double>>> values = {};
};

enum class Better { kHigher, kLower, kNeither };

/// How heat maps look that share a colour bar.
struct HeatMapOptions {
  Range colours{0, 1};              ///< Values beyond it take the colour of its end.
  int decimals = 2;                 ///< Of the numbers in the cells.
  Better better = Better::kHigher;  ///< Bright is better; where neither is, bright is higher.
  std::string measure_title = {};
  std::string caption = {};
  int width_px = 1000;     ///< At most; few panels make a narrower figure.
  std::size_t across = 0;  ///< Panels side by side; 0: three, or fewer where the numbers would not fit.
};

/// Small multiples: a panel for each map, with a number in each cell. Rows and columns that all panels share
/// are named once, at the left and at the bottom.
Figure heat_maps(std::string name, const std::vector<HeatMap>& panels, const HeatMapOptions& options);

}  // namespace novphy::plot
