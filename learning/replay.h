#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "learning/q_update.h"
#include "sim/rng.h"

namespace novphy {

/// The last steps of an agent, from which it learns.
class ReplayMemory {
 public:
  /// Keeps this many steps, at least 1; further ones take the place of the oldest.
  explicit ReplayMemory(std::size_t most) : most_(most) {}

  void add(Step step);
  std::size_t size() const { return steps_.size(); }
  const Step& operator[](std::size_t i) const { return steps_[i]; }  ///< 0 is the oldest

  /// Draws steps, each as likely to be one that passed as one that failed, where both are there. The same
  /// step may come twice. There must be a step. Source: the published code weighs each step by the inverse
  /// of the number of steps with the same reward.
  std::vector<Step> draw(std::size_t count, Rng& rng) const;

 private:
  using Numbers = std::deque<std::uint64_t>;  ///< of steps, counted from the first that was added
  Numbers& like(const Step& step) { return step.passed ? passed_ : failed_; }

  std::size_t most_;
  std::uint64_t gone_ = 0;  ///< steps that are kept no longer
  std::deque<Step> steps_{};
  Numbers passed_{};
  Numbers failed_{};
};

}  // namespace novphy
