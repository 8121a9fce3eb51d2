#include "generator/angle_windows.h"

namespace novphy {

std::vector<AngleWindow> angle_windows(const std::vector<double>& angles_deg, double step_deg) {
  std::vector<AngleWindow> windows;
  for (const double angle : angles_deg) {
    if (windows.empty() || angle - windows.back().to_deg > 1.01 * step_deg)
      windows.push_back({angle, angle});
    else
      windows.back().to_deg = angle;
  }
  return windows;
}

}  // namespace novphy
