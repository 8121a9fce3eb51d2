#pragma once

#include <string>

namespace novphy {

/// With so many decimals, halves up. A value a hair below a half counts as a half: 0.575, computed in binary
/// as 0.57499999999999996, prints 0.58 as exact arithmetic would.
std::string rounded(double value, int decimals = 2);

}  // namespace novphy
