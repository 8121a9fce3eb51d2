#include "base/rounded.h"

#include <fmt/core.h>

#include <cmath>

namespace novphy {

std::string rounded(double value, int decimals) {
  constexpr double kHair = 1e-9;
  const double scale = std::pow(10.0, decimals);
  return fmt::format("{:.{}f}", std::floor(value * scale + 0.5 + kHair) / scale, decimals);
}

}  // namespace novphy
