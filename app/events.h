#pragma once

#include <string>
#include <vector>

#include "sim/task.h"

namespace novphy::app {

/// The events of a play of this task, one JSON object a line. Bodies have names as well as numbers.
std::string event_lines(const Task& task, const std::vector<Event>& events);

}  // namespace novphy::app
