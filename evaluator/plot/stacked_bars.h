#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/plot/figure.h"

namespace novphy::plot {

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
