#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/figure.h"

namespace novphy::plot {

/// A whole and its parts: shares from 0 to 1, in the order of the parts' names.
struct Bar {
  std::string name = {};
  std::vector<double> shares = {};  ///< Empty, or with one that is no share: undefined, shown by a dash.
};

struct BarPanel {
  std::string title = {};
  std::vector<Bar> bars = {};
};

struct StackedBarsOptions {
  std::vector<std::string> parts = {};  ///< For instance correct, missed, wrong; up to six look different.
  std::string caption = {};
  int width_px = 1000;
  std::size_t across = 0;  ///< Panels side by side; 0: up to three.
};

/// Level bars of shares with their percentages where these fit: a panel for each agent, say, and a bar for
/// each novelty. Bars that all panels share are named once, at the left.
Figure stacked_bars(std::string name, const std::vector<BarPanel>& panels, const StackedBarsOptions& options);

}  // namespace novphy::plot
