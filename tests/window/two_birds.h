#pragma once

#include <string>

#include "tests/trials/fixtures.h"

namespace novphy::test {

inline const Task& two_birds() { return task_with_two_birds(); }

inline Task with_bird(const std::string& bird) {
  Task task = two_birds();
  task.birds = {bird, bird};
  return task;
}

/// Where the bird lies that is thrown next.
inline Vec2 rest_m(const Task& task) {
  return task.slingshot.at_m + assets().catalogue.launch.anchor_offset_m;
}

}  // namespace novphy::test
