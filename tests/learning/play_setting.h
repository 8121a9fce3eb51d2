#pragma once

#include "agents/learning/steps.h"
#include "tests/sim/worlds.h"

/// Small tasks for tests of learning.
namespace novphy::test {

inline const PlaySetting& setting() {
  static const ObjectTable kTable(worlds::catalogue(), worlds::assets().colours);
  static const PlaySetting kSetting{
      .catalogue = worlds::catalogue(), .physics = worlds::standard(), .object_table = kTable};
  return kSetting;
}

/// A task whose pig stands in the open at x, so that some throws pass.
inline Task open_task(double x_m, std::vector<std::string> birds = {"red"}) {
  Task task = worlds::task(std::move(birds));
  task.objects.back().at_m = {x_m, 0.5};
  task.objects[task.objects.size() - 2].at_m = {x_m, 0};
  return task;
}

}  // namespace novphy::test
