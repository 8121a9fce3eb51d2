#pragma once

#include <optional>

#include "sim/catalogue.h"
#include "sim/outcome.h"
#include "sim/task.h"

namespace novphy {

/// By which way a play went: what its log says about birds, objects and pigs.
struct Trace {
  std::optional<int> first_touched{};  ///< index of the block, TNT or pig that a bird touched first
  std::optional<int> killer{};         ///< body id of what killed the last pig; none where nothing touched it
  bool killed_by_bird = false;
  double first_touch_damage = 0;  ///< life the bird took from what it touched first
};

/// Reads the way from the log of a play of the task; the outcome must hold one (PlayOptions::log_events).
Trace trace(const Task& task, const Outcome& outcome, const Catalogue& catalogue);

}  // namespace novphy
