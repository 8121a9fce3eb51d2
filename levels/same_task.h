#pragma once

#include <string>

#include "sim/task.h"

namespace novphy {

/// The first place where two tasks differ, such as "/objects/2/at", or "" for equal tasks. Numbers count as
/// equal if they differ by at most `tolerance`.
std::string first_difference(const Task& a, const Task& b, double tolerance = 0);

}  // namespace novphy
