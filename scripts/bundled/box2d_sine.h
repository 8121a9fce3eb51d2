// Included before each file of the bundled Box2D: Box2D calls the sine of sim/sine.cpp, whatever else a
// process has loaded.
#pragma once

#include <math.h>

extern "C" {
float novphy_sinf(float angle_rad) noexcept;
float novphy_cosf(float angle_rad) noexcept;
}

#define sinf novphy_sinf
#define cosf novphy_cosf
