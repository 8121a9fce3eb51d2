#pragma once

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "learning/decision_points.h"
#include "learning/nets/net.h"

namespace novphy {

/// The action of the largest value among those with a shot; the lowest of several. Nothing where no action
/// has a shot.
std::optional<std::size_t> best_action(std::span<const float> values, const Shots& shots);

/// Whether the task is passed where every bird takes the net's best action. A bird for which no action has a
/// shot falls from the slingshot.
bool passes_greedily(const Task& task, Net& net, ActionSet set, const PlaySetting& setting);

/// The share of the tasks that passes_greedily() tells of; 0 for no tasks.
double share_passed(std::span<const Task> tasks, Net& net, ActionSet set, const PlaySetting& setting);

/// Thrown where training cannot go on, because a loss is infinite or no number. The message names the number
/// of updates before.
class NoNumber : public std::runtime_error {
 public:
  explicit NoNumber(std::uint64_t updates)
      : std::runtime_error(fmt::format("the loss is no number after {} updates", updates)) {}
};

inline void expect_number(double loss, std::uint64_t updates) {
  if (!std::isfinite(loss)) throw NoNumber(updates);
}

}  // namespace novphy
