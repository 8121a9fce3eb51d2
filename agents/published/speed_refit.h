#pragma once

#include <span>

#include "agents/published/java_planner.h"

namespace novphy {

/// The speed factor of Eagle's Wing after a flight was seen. A parabola through the reference point is fitted
/// to the points. The ratio of the fitted launch speed to that of the planner's table moves the factor where
/// the ratio is from 0.9 to 1.1 and the flight begins between 30 and 67.3 degrees. Else the factor stays.
/// Points left of the reference point do not count.
double refitted_speed_factor(const PixelBox& slingshot, std::span<const Pixel> flight, double factor);

}  // namespace novphy
