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

/// The action with the largest value among those with a shot; if several share it, the lowest. Nothing if no
/// action has a shot.
std::optional<std::size_t> best_action(std::span<const float> values, const Shots& shots);

/// Whether the task is passed if every bird takes the net's best action. A bird without any possible shot is
/// released without a pull.
bool passes_greedily(const Task& task, Net& net, ActionSet set, const PlaySetting& setting);

/// The share of the tasks for which passes_greedily() is true; 0 if there are no tasks.
double share_passed(std::span<const Task> tasks, Net& net, ActionSet set, const PlaySetting& setting);

/// Thrown when training cannot go on, because a loss is infinite or not a number. The message gives the
/// number of updates made so far.
class NoNumber : public std::runtime_error {
 public:
  explicit NoNumber(std::uint64_t updates)
      : std::runtime_error(fmt::format("the loss is not a finite number after {} updates", updates)) {}
};

inline void expect_number(double loss, std::uint64_t updates) {
  if (!std::isfinite(loss)) throw NoNumber(updates);
}

}  // namespace novphy
