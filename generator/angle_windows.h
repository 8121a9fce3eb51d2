#pragma once

#include <vector>

namespace novphy {

/// Neighbouring winning throws, in degrees.
struct AngleWindow {
  double from_deg = 0;
  double to_deg = 0;
  /// Of throws a step apart: one alone is a step wide.
  double width_deg(double step_deg) const { return to_deg - from_deg + step_deg; }
  double centre_deg() const { return (from_deg + to_deg) / 2; }
};

/// The windows of ascending winning angles that lie step_deg apart.
std::vector<AngleWindow> angle_windows(const std::vector<double>& angles_deg, double step_deg);

}  // namespace novphy
