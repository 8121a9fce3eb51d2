#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/figure.h"

namespace novphy::plot {

/// A range of an axis, of a colour scale or of pixels. A range of pixels may run from high to low.
struct Range {
  double low = 0;
  double high = 1;

  bool operator==(const Range&) const = default;
};

/// The labelled values of an axis, and the number of decimals of the labels.
struct Ticks {
  std::vector<double> at = {};
  int decimals = 0;
};

/// Ticks within the range at the multiples of 1, 2 or 5 times a power of ten: the smallest such step that
/// gives at most `at_most` ticks. The range must be sound.
Ticks nice_ticks(Range range, int at_most = 6);
/// The number with `decimals` decimals, with a typographic minus sign, and never "-0".
std::string number_text(double value, int decimals);
/// Maps a value linearly from one range to another, also beyond the ends. `from` must be sound.
double along(double value, Range from, Range to);
/// The range changed so that an axis can show it: finite ends in ascending order, far enough apart for
/// distinct ticks.
Range sound(Range range);

/// Computes the smallest range that contains all finite values added.
class Extent {
 public:
  void add(double value);
  void add(std::optional<double> value);
  /// The range, made sound; 0 to 1 if no value was added.
  Range range() const;

 private:
  std::optional<Range> range_;
};

// Parts that figures of several panels share: the grid of panels, a legend, labels and axes.

inline constexpr double kMarginPx = 12;
inline constexpr double kTitlePx = 24;  ///< Height of a panel's title and of a line of the legend.

/// Panels of one size in rows, filled from the left. width and height are those of a panel without title and
/// labels. step_x and step_y lead from one panel to the next, title and labels included.
struct PanelGrid {
  PanelGrid() = default;
  /// `most` panels side by side fill the room, with gaps between.
  PanelGrid(std::size_t panels, std::size_t most, double room, double gap);

  std::size_t count = 0;
  std::size_t across = 1;
  Point corner = {};  ///< Corner of the first panel.
  double width = 0, height = 0;
  double step_x = 0, step_y = 0;

  Box box(std::size_t panel) const;
  Box last() const { return box(count - 1); }
  bool first_of_row(std::size_t panel) const { return panel % across == 0; }
  /// Whether no panel stands below this panel.
  bool last_of_column(std::size_t panel) const { return panel + across >= count; }
};

/// A legend's sample, drawn around a point, and its text.
struct LegendEntry {
  std::string text;
  std::function<void(cairo_t*, Point)> draw;
};

/// A legend, whose entries wrap into several lines.
class Legend {
 public:
  Legend() = default;
  Legend(std::vector<LegendEntry> entries, double width);

  double height() const { return height_; }
  void draw(cairo_t* cairo, Point corner) const;

 private:
  std::vector<LegendEntry> entries_;
  std::vector<Point> at_;  ///< Left end of each entry, at half its height.
  double height_ = 0;
};

/// Small print below the panels of a figure, which wraps into several lines.
class SmallPrint {
 public:
  SmallPrint() = default;
  SmallPrint(const std::string& text, double width);

  double height() const;
  void draw(cairo_t* cairo, Point corner) const;

 private:
  std::vector<std::string> lines_;
};

/// Numbers names in the order in which they were first added, so that a series has the same number in all
/// panels.
class NameList {
 public:
  NameList() = default;
  explicit NameList(const std::vector<std::string>& names) : names_(names) {}
  void add(const std::string& name);
  /// The number of a name; the number of all names for a name that was not added.
  std::size_t number(const std::string& name) const;
  bool has(const std::string& name) const { return number(name) < names_.size(); }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
};

/// Ticks whose labels do not touch each other on an axis of this width.
Ticks ticks_across(Range range, double width_px);
/// The width of the widest label.
double labels_width(const Ticks& ticks);
/// Writes a title above a panel, from the panel's left edge on and at most as wide as the panel. A title that
/// is too wide has smaller letters, then an ellipsis.
void write_title(cairo_t* cairo, Box panel, const std::string& title);
/// Draws vertical lines through the panel at the ticks, and labels below the panel if `labels`.
void draw_x_axis(cairo_t* cairo, Box panel, Range range, const Ticks& ticks, bool labels);
/// Draws horizontal lines through the panel at the ticks, and labels to the left if `labels`.
void draw_y_axis(cairo_t* cairo, Box panel, Range range, const Ticks& ticks, bool labels);
/// Writes a note in the middle of a panel without data.
void write_no_data(cairo_t* cairo, Box panel);
/// A figure that only says that there are no data. The width is at least 300 pixels.
Figure empty_figure(std::string name, std::string caption, int width_px);

/// A legend entry with a series' line and marker.
LegendEntry line_entry(const std::string& name, std::size_t number);
/// A legend entry with a series' marker on an interval.
LegendEntry dot_entry(const std::string& name, std::size_t number);
/// A legend entry with a filled box.
LegendEntry fill_entry(const std::string& name, Colour with);
/// A legend entry with a vertical dashed line.
LegendEntry mark_entry(const std::string& name);

/// The stroke of vertical marks in panels.
Stroke mark_stroke();

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

/// Panels in a grid, with a legend above and small print below. Each kind of figure lays this out and adds
/// the drawing of a panel.
class PanelPlot {
 public:
  explicit PanelPlot(int width_px) : width_px_(width_px) {}
  virtual ~PanelPlot() = default;

  int width_px() const { return width_px_; }
  int height_px() const;
  /// The texts of the panels' parts.
  virtual std::vector<Hint> hints() const { return {}; }
  void draw(cairo_t* cairo) const;

 protected:
  virtual void draw_panel(cairo_t* cairo, std::size_t number) const = 0;

  int width_px_;
  Legend legend_;
  SmallPrint note_;
  RowLabels labels_;
  PanelGrid grid_;
  double below_ = 0;  ///< Height of the axes or labels below the last panel.
};

/// The figure of these panels, which a Plot lays out and draws; without panels, an empty figure.
template <class Plot, class Panel, class Options>
Figure figure_of(std::string name, const std::vector<Panel>& panels, Options options) {
  Figure figure = empty_figure(std::move(name), options.caption, options.width_px);
  if (panels.empty()) return figure;
  options.width_px = figure.width_px;
  const auto plot = std::make_shared<const Plot>(panels, options);
  figure.width_px = plot->width_px();
  figure.height_px = plot->height_px();
  figure.hints = plot->hints();
  figure.draw = [plot](cairo_t* cairo) { plot->draw(cairo); };
  return figure;
}

}  // namespace novphy::plot
