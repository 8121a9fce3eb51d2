#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/plot/figure.h"
#include "evaluator/plot/layout.h"

/// The kinds of figures: heat maps, curves, dots with intervals, stacked bars.
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

/// A vertical line in all panels, named in the legend.
struct VerticalMark {
  double x = 0;
  std::string label = {};
};

/// Options of figures. Each kind reads its own and those of all kinds.
struct PlotOptions {
  // Of heat maps, which share a colour bar.
  Range colours{0, 1};  ///< Values outside of the range take the colour of the nearer end.
  int decimals = 2;     ///< Decimals of the numbers in the cells.
  /// The better end is bright; if no end is better, the higher end is bright.
  Better better = Better::kHigher;
  std::string measure_title = {};

  // Of line plots.
  std::string x_label = {};
  std::string y_label = {};
  std::optional<Range> x_range = {};  ///< Empty: the range of the values.
  std::optional<Range> y_range = {};
  std::optional<VerticalMark> mark = {};
  bool steps = false;          ///< The curve is a step function: each value holds up to the next x.
  double panel_height_px = 0;  ///< 0: in proportion to the width.

  /// Of stacked bars: names of the parts, such as correct, missed, wrong; up to six parts look different.
  std::vector<std::string> parts = {};

  std::string caption = {};
  std::string note = {};  ///< Small print below the panels.
  int width_px = 1000;    ///< Of heat maps the largest width; few panels make a narrower figure.
  /// Names of lines or series that have the first looks, in this order, even where they do not occur. Figures
  /// with the same list show the same name alike.
  std::vector<std::string> names = {};
  /// Number of panels side by side. 0: up to four; of heat maps and bars three, or fewer heat maps if the
  /// numbers would not fit.
  std::size_t across = 0;
};

/// A figure with a panel for each map and a number in each cell. Row names that all panels share stand once
/// at the left, and shared column names once at the bottom.
Figure heat_maps(std::string name, const std::vector<HeatMap>& panels, const PlotOptions& options);

/// A curve with one y for each x, in ascending order of x. A y that is not finite leaves a gap.
struct Line {
  std::string name = {};
  std::vector<double> x = {};
  std::vector<double> y = {};
  /// The band around the curve, one value for each y; empty: no band.
  std::vector<double> low = {}, high = {};
  std::vector<std::string> notes = {};  ///< Follow the values in hints, one for each y; empty: none.

  void add(double at, double height, const std::string& note = "") {
    x.push_back(at);
    y.push_back(height);
    if (!note.empty()) notes.push_back(note);
  }
};

struct LinePanel {
  std::string title = {};
  std::vector<Line> lines = {};
};

/// A figure with panels of curves and one legend. Lines with the same name look the same in all panels. Up to
/// twelve names look different. Where curves coincide, their dashes and markers take turns, so that all of
/// them are seen.
Figure line_plot(std::string name, const std::vector<LinePanel>& panels, const PlotOptions& options);

/// A value with its interval. A number that is not finite counts as missing. A missing value is drawn as a
/// dash at the axis.
struct Dot {
  std::string group = {};   ///< The row's name: a novelty or a measure.
  std::string series = {};  ///< The agent.
  std::optional<double> value = {}, low = {}, high = {};
  std::string note = {};  ///< Follows the value in the hint, such as "n = 15".
};

/// The panel of a measure. All dots of a panel share an axis.
struct DotPanel {
  std::string title = {};
  std::vector<Dot> dots = {};
  std::optional<Range> x_range = {};  ///< Empty: the range of the values.
};

/// A figure that compares agents. Each panel has its groups below each other, and each group has a row for
/// each series. Colours and markers are those of a line plot with the same series names in the same order.
Figure dot_plot(std::string name, const std::vector<DotPanel>& panels, const PlotOptions& options);

/// A whole and its parts. Shares are from 0 to 1, in the order of PlotOptions::parts.
struct Bar {
  std::string name = {};
  /// A bar without shares, or with a number that is no share, is undefined and shown as a dash.
  std::vector<double> shares = {};
};

struct BarPanel {
  std::string title = {};
  std::vector<Bar> bars = {};
};

/// A figure of horizontal bars of shares, with percentages where they fit. For example, each agent has a
/// panel and each novelty a bar. Bar names that all panels share stand once at the left.
Figure stacked_bars(std::string name, const std::vector<BarPanel>& panels, const PlotOptions& options);

}  // namespace novphy::plot
