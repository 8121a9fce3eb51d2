#pragma once

#include <string>

namespace novphy {

/// The value with `decimals` decimals, halves rounded up. A value within rounding error below a half counts
/// as a half: 0.575, which binary stores as 0.57499999999999996, prints 0.58 as exact arithmetic would.
std::string rounded(double value, int decimals = 2);

}  // namespace novphy
