#pragma once

#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "agents/learning/decision_points.h"
#include "agents/learning/nets/adamw.h"
#include "agents/learning/nets/net.h"
#include "sim/rng.h"

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

/// What an agent chooses from while a bird waits on the slingshot.
struct StepState {
  Features features{};
  std::vector<std::uint8_t> allowed{};  ///< one number for each action of the set: 1 if it has a shot,
                                        ///< otherwise 0
};

/// The situation that an agent sees, with the shots that all actions have there.
StepState step_state_of(const Sight& sight, const Shots& shots);
/// One of the allowed actions, each equally likely; nothing if none is allowed.
std::optional<std::size_t> any_action(const StepState& state, Rng& rng);

/// A shot and its result. In a task with several birds, each bird is a step.
struct Step {
  std::shared_ptr<const StepState> before{};
  std::size_t action = 0;
  bool passed = false;                       ///< the shot passed the task: a reward of 1, otherwise 0
  std::shared_ptr<const StepState> after{};  ///< the next bird's situation; null if the task ended
};

/// Situations with the wished probabilities of their actions, one situation after the other.
struct WishedActions {
  std::vector<float> inputs{};
  std::vector<float> targets{};
  std::vector<std::uint8_t> allowed{};

  /// Adds the situation; its targets are for the caller to add.
  void add(const StepState& state);
};

/// The cross-entropy between the wishes and the softmax of the net's values, which are those of its last
/// call. The net's gradients() are then the gradient.
double preference_loss(Net& net, ConstMatrix values, const WishedActions& wished);

/// How values of actions are learned from steps. Source: the published code of Phy-Q's learning agents.
struct QSettings {
  AdamWSettings adamw{};
  double discount = 0.99;  ///< what a pass with the next bird is worth, seen from this bird
  std::size_t batch = 32;  ///< steps in each update
};

/// Trains a net on the rewards of steps. The loss is Huber's loss between the value of the chosen action and
/// its reward; if another bird follows, the discounted largest value of the next situation is added to the
/// reward. This value comes from a copy of the net, the target.
class QLearner {
 public:
  /// `net` must outlive the learner. The target is a copy of the net as it is now.
  QLearner(Net& net, const QSettings& settings);

  /// Makes the target a copy of the net as it is now.
  void copy_target();
  /// Forgets the running means of AdamW.
  void restart_optimiser();

  /// The target's values of the steps, to which update() moves the net: one for each step.
  std::vector<float> targets_of(std::span<const Step> batch);
  /// The mean loss of the steps. The net's gradients() are then its gradient. The weights stay.
  double loss_of(std::span<const Step> batch);
  /// Moves the net's weights once and returns the loss before. Throws NoNumber if the loss is not a finite
  /// number.
  double update(std::span<const Step> batch);
  int updates() const { return updates_; }

 private:
  Net& net_;
  Net target_;
  QSettings settings_;
  AdamWState state_{};
  int updates_ = 0;
};

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
