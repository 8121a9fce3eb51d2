#pragma once

#include <vector>

namespace novphy {

/// A window: a range of angles, in degrees, all of whose throws win. No throw between its ends loses.
struct AngleWindow {
  double from_deg = 0;
  double to_deg = 0;
  /// The width in degrees where neighbouring throws lie step_deg apart. A window of a single throw is
  /// step_deg wide.
  double width_deg(double step_deg) const { return to_deg - from_deg + step_deg; }
  double centre_deg() const { return (from_deg + to_deg) / 2; }
};

/// Groups winning angles into windows. The angles ascend and are multiples of step_deg apart; a gap of more
/// than one step begins a new window.
std::vector<AngleWindow> angle_windows(const std::vector<double>& angles_deg, double step_deg);

}  // namespace novphy
