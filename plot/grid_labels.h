#pragma once

#include <string>
#include <vector>

#include "plot/canvas.h"

namespace novphy::plot {

inline constexpr double kPanelGapPx = 22;

/// Names on the left of the rows of panels.
struct RowLabels {
  RowLabels() = default;
  /// The names of each panel; longer ones than that are elided.
  RowLabels(const std::vector<std::vector<std::string>>& panels, double widest_px);

  void draw(cairo_t* cairo, double right, double top, double row_height,
            const std::vector<std::string>& names) const;

  bool shared = true;  ///< All panels have the same.
  double width = 0;    ///< With the gap to the panel.
};

/// Names below the columns of panels: level, a line for each word if need be, or upright where that is too
/// wide.
struct ColumnLabels {
  ColumnLabels() = default;
  ColumnLabels(const std::vector<std::vector<std::string>>& panels, double column_width);

  void draw(cairo_t* cairo, double left, double top, double column_width,
            const std::vector<std::string>& names) const;

  bool shared = true;
  double height = 0;
  double text_px = kTextPx;
  bool upright = false;
};

}  // namespace novphy::plot
