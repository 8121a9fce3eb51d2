#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/figure.h"
#include "evaluator/plot/layout.h"

namespace novphy::plot {

/// A table that is shown as colours. A cell of `values[row][column]` is undefined if it is missing, empty or
/// not finite.
struct HeatMap {
  std::string title = {};
  std::vector<std::string> rows = {}, columns = {};
  std::vector<std::vector<std::optional<double>>> values = {};
  /// Small texts below the numbers, such as "n 3", in the places of the numbers; empty: none.
  std::vector<std::vector<std::string>> notes = {};
};

enum class Better { kHigher, kLower, kNeither };

/// Options of heat maps that share a colour bar.
struct HeatMapOptions {
  Range colours{0, 1};  ///< Values outside of the range take the colour of the nearer end.
  int decimals = 2;     ///< Decimals of the numbers in the cells.
  /// The better end is bright; if no end is better, the higher end is bright.
  Better better = Better::kHigher;
  std::string measure_title = {};
  std::string caption = {};
  std::string note = {};  ///< Small print below the panels.
  int width_px = 1000;    ///< Largest width; few panels make a narrower figure.
  /// Number of panels side by side; 0: three, or fewer if the numbers would not fit.
  std::size_t across = 0;
};

/// A figure with a panel for each map and a number in each cell. Row names that all panels share stand once
/// at the left, and shared column names once at the bottom.
Figure heat_maps(std::string name, const std::vector<HeatMap>& panels, const HeatMapOptions& options);

inline constexpr double kNarrowestBarPx = 560;

/// The colour scale above heat maps: the measure's title, a sample of "undefined", and the note which end is
/// better.
class ColourBar {
 public:
  struct Content {
    Range range = {};
    Better better = Better::kHigher;
    std::string title = {};
    bool undefined = false;
  };

  ColourBar() = default;
  ColourBar(Content content, double width);

  double width() const { return width_; }
  double height() const { return 40; }
  /// The value must be finite.
  Colour colour_of(double value) const;
  void draw(cairo_t* cairo, Point corner) const;

 private:
  /// Draws the scale to the left of x and returns the x of its left end.
  double draw_scale(cairo_t* cairo, double x, double y) const;
  double draw_undefined(cairo_t* cairo, double x, double y) const;

  Content content_;
  double width_ = 0;
};

}  // namespace novphy::plot
