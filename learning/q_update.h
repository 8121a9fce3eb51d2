#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "learning/decision_points.h"
#include "learning/nets/adamw.h"
#include "learning/nets/net.h"

namespace novphy {

/// What an agent chooses from while a bird waits on the slingshot.
struct StepState {
  Features features{};
  std::vector<std::uint8_t> allowed{};  ///< one number for each action of the set: 1 if it has a shot,
                                        ///< otherwise 0
};

/// The situation that an agent sees, with the shots that all actions have there.
StepState step_state_of(const Sight& sight, const Shots& shots);

/// A shot and its result. In a task with several birds, each bird is a step.
struct Step {
  std::shared_ptr<const StepState> before{};
  std::size_t action = 0;
  bool passed = false;                       ///< the shot passed the task: a reward of 1, otherwise 0
  std::shared_ptr<const StepState> after{};  ///< the next bird's situation; null if the task ended
};

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

}  // namespace novphy
