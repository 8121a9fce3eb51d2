#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plot/canvas.h"
#include "plot/figure.h"
#include "plot/scale.h"

/// What figures of several panels share: the grid of panels, a legend, labels and axes.
namespace novphy::plot {

inline constexpr double kMarginPx = 12;
inline constexpr double kTitlePx = 24;  ///< Height of a panel's title, and of a line of the legend.

/// Panels of one size in rows, from the left. Sizes without titles and labels; steps with them.
struct PanelGrid {
  std::size_t count = 0;
  std::size_t across = 1;
  Point corner = {};  ///< Of the first panel.
  double width = 0, height = 0;
  double step_x = 0, step_y = 0;

  std::size_t down() const { return (count + across - 1) / across; }
  Box box(std::size_t panel) const;
  bool first_of_row(std::size_t panel) const { return panel % across == 0; }
  /// No panel is below.
  bool last_of_column(std::size_t panel) const { return panel + across >= count; }
};

/// A legend's sample, drawn around a point, and its text.
struct LegendEntry {
  std::string text;
  std::function<void(cairo_t*, Point)> draw;
};

/// Entries in lines that wrap.
class Legend {
 public:
  static constexpr double kSampleWidthPx = 34;

  Legend(std::vector<LegendEntry> entries, double width);

  double height() const { return height_; }
  void draw(cairo_t* cairo, Point corner) const;

 private:
  std::vector<LegendEntry> entries_;
  std::vector<Point> at_;  ///< Left end of each entry, at half its height.
  double height_ = 0;
};

/// Names in the order in which they were first added: a series has the same number in all panels.
class NameList {
 public:
  void add(const std::string& name);
  /// Of a name that was added.
  std::size_t number(const std::string& name) const;
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
};

/// Ticks whose labels do not touch each other on an axis of that width.
Ticks ticks_across(Range range, double width_px);
/// The widest of their labels.
double labels_width(const Ticks& ticks);
/// Above a panel, over its left edge and at most as wide as it.
void write_title(cairo_t* cairo, Box panel, const std::string& title);
/// Upright lines through the panel at the ticks; labels below it if asked for.
void draw_x_axis(cairo_t* cairo, Box panel, Range range, const Ticks& ticks, bool labels);
/// Level lines, and labels on the left.
void draw_y_axis(cairo_t* cairo, Box panel, Range range, const Ticks& ticks, bool labels);
/// In the middle of a panel that has nothing to show.
void write_no_data(cairo_t* cairo, Box panel);
/// Says that there is nothing to show; the begin of a figure that has more. Not narrower than 300 pixels.
Figure empty_figure(std::string name, std::string caption, int width_px);

}  // namespace novphy::plot
