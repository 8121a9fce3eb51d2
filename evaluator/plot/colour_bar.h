#pragma once

#include <string>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/heat_map.h"

namespace novphy::plot {

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
