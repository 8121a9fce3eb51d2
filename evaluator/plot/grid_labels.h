#pragma once

#include <string>
#include <vector>

#include "evaluator/plot/canvas.h"

namespace novphy::plot {

inline constexpr double kPanelGapPx = 22;

/// Names of rows, written to the left of panels.
struct RowLabels {
  RowLabels() = default;
  /// `panels` holds the row names of each panel. Names wider than widest_px are elided.
  RowLabels(const std::vector<std::vector<std::string>>& panels, double widest_px);

  void draw(cairo_t* cairo, double right, double top, double row_height,
            const std::vector<std::string>& names) const;

  bool shared = true;  ///< All panels have the same names.
  double width = 0;    ///< Includes the gap to the panel.
};

/// Names of columns, written below panels: horizontal, with a line for each word if needed, or vertical if
/// the words are too wide.
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
