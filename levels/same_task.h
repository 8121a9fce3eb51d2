#pragma once

#include <string>

#include "sim/task.h"

namespace novphy {

/// Where two tasks differ, such as "/objects/2/at"; empty where they are the same. Numbers may differ by so
/// much.
std::string first_difference(const Task& a, const Task& b, double tolerance = 0);

}  // namespace novphy
