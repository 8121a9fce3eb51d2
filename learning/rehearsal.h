#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "learning/decision_points.h"
#include "learning/nets/net.h"
#include "learning/q_update.h"
#include "sim/rng.h"

namespace novphy {

/// The steps of an attempt at a task.
struct Attempt {
  std::vector<Step> steps{};  ///< one for each bird; empty if no action has a shot
  bool passed() const { return !steps.empty() && steps.back().passed; }
};

/// Plays attempts at one task. If the task has a single bird, each of its shots is played once and its result
/// remembered. Each thread needs its own Rehearsal.
class Rehearsal {
 public:
  /// The task must outlive the Rehearsal. Throws std::invalid_argument for a task that World refuses.
  Rehearsal(const Task& task, ActionSet set, const PlaySetting& setting);

  /// Each bird takes the net's best action or, with probability epsilon, one of all actions with a shot, each
  /// equally likely. The attempt ends when no action has a shot, because nothing can be learned from the
  /// remaining birds.
  Attempt attempt(Net& net, double epsilon, Rng& rng);
  /// The attempt in which the birds take these actions. Ends early if an action has no shot, or when the task
  /// ends.
  Attempt again(std::span<const std::size_t> actions);

 private:
  struct View {
    std::shared_ptr<const StepState> state;
    Shots shots;
  };
  View view_of(const World& world) const;
  template <class Choose>
  Attempt play(const Choose& choose);
  template <class Choose>
  Attempt play_only_bird(const Choose& choose);
  bool passes_with(std::size_t action);

  const Task& task_;
  ActionSet set_;
  const PlaySetting& setting_;
  std::optional<View> only_bird_{};      ///< for a task with one bird
  std::map<std::size_t, bool> known_{};  ///< whether the only bird's action passes
};

/// The last steps of an agent, from which it learns.
class ReplayMemory {
 public:
  /// Keeps this many steps, at least 1. After that, each new step replaces the oldest.
  explicit ReplayMemory(std::size_t most) : most_(most) {}

  void add(Step step);
  std::size_t size() const { return steps_.size(); }
  const Step& operator[](std::size_t i) const { return steps_[i]; }  ///< 0 is the oldest

  /// Draws steps. If there are both passes and failures, a step is equally likely to be one or the other. The
  /// same step may be drawn twice. There must be at least one step. Source: the published code weighs each
  /// step by the inverse of the number of steps with the same reward.
  std::vector<Step> draw(std::size_t count, Rng& rng) const;

 private:
  using Numbers = std::deque<std::uint64_t>;  ///< of steps, counted from the first one added
  Numbers& like(const Step& step) { return step.passed ? passed_ : failed_; }

  std::size_t most_;
  std::uint64_t gone_ = 0;  ///< number of steps that are no longer kept
  std::deque<Step> steps_{};
  Numbers passed_{};
  Numbers failed_{};
};

}  // namespace novphy
