#pragma once

#include <string>

namespace novphy {

/// The value with `decimals` decimals, halves rounded up. A value that is below a half only by rounding error
/// counts as a half: 0.575 gives 0.58 with two decimals, although its double is 0.57499999999999996.
std::string rounded(double value, int decimals = 2);

}  // namespace novphy
