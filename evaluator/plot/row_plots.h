#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/plot/figure.h"
#include "evaluator/plot/layout.h"

namespace novphy::plot {

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

struct DotPlotOptions {
  std::string caption = {};
  std::string note = {};  ///< Small print below the panels.
  int width_px = 1000;
  /// Names of series that have the first looks, in this order, even where they do not occur. Figures with the
  /// same list show the same name alike.
  std::vector<std::string> names = {};
  std::size_t across = 0;  ///< Number of panels side by side; 0: up to four.
};

/// A figure that compares agents. Each panel has its groups below each other, and each group has a row for
/// each series. Colours and markers are those of a line plot with the same series names in the same order.
Figure dot_plot(std::string name, const std::vector<DotPanel>& panels, const DotPlotOptions& options);

/// A whole and its parts. Shares are from 0 to 1, in the order of StackedBarsOptions::parts.
struct Bar {
  std::string name = {};
  /// A bar without shares, or with a number that is no share, is undefined and shown as a dash.
  std::vector<double> shares = {};
};

struct BarPanel {
  std::string title = {};
  std::vector<Bar> bars = {};
};

struct StackedBarsOptions {
  /// Names of the parts, such as correct, missed, wrong; up to six parts look different.
  std::vector<std::string> parts = {};
  std::string caption = {};
  int width_px = 1000;
  std::size_t across = 0;  ///< Number of panels side by side; 0: up to three.
};

/// A figure of horizontal bars of shares, with percentages where they fit. For example, each agent has a
/// panel and each novelty a bar. Bar names that all panels share stand once at the left.
Figure stacked_bars(std::string name, const std::vector<BarPanel>& panels, const StackedBarsOptions& options);

}  // namespace novphy::plot
