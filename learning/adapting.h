#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "agents/agent.h"
#include "learning/decision_points.h"
#include "learning/nets/adamw.h"
#include "learning/nets/net.h"
#include "learning/q_update.h"
#include "learning/rehearsal.h"
#include "learning/trained.h"
#include "sim/rng.h"

/// The two versions of a trained agent that change after they are told of a novelty. Source: the NovPhy paper
/// names both and publishes neither; all numbers and rules below are our reading.
namespace novphy {

/// How the "online" version goes on learning.
struct OnlineSettings {
  int minibatches = 4;   ///< after each novel task, drawn evenly among passes and failures
  double epsilon = 0.1;  ///< share of random actions
  QSettings update{};
};

/// Takes the best action of a trained net. Once told of the novelty, the agent goes on training the net on
/// the throws of its trial since then. Where the net's values are returns, by QLearner, whose target is
/// copied for each task. Where they are preferences, by cross-entropy: the actions of a task that was passed
/// become more probable, those of a task that was not passed less.
class OnlineAgent : public Agent {
 public:
  explicit OnlineAgent(const Trained& trained, const OnlineSettings& settings = {});
  void begin_trial(std::uint64_t seed) override { rng_ = Rng::stream(seed, "learning/online"); }
  void told_novel() override { told_ = true; }
  Shot choose(const Observation& seen) override;
  void end_task(const TaskResult& result) override;

 private:
  std::size_t explored(const Shots& shots, std::size_t best);
  void follow(const std::shared_ptr<const StepState>& after);
  void keep(bool passed);
  void learn();

  OnlineSettings settings_;
  Net net_;
  ActionSet actions_;
  ValueKind values_;
  QLearner returns_;
  AdamWState preferences_{};
  Rng rng_ = Rng::stream(0, "learning/online");
  bool told_ = false;
  ReplayMemory replay_{100'000};
  std::vector<Step> throws_{};  ///< of the task that is played
};

/// The numbers by which the "adapt" version compares states.
enum class AdaptSpace {
  kLastHidden,  ///< the activations of the net's last hidden layer
  kInputs,      ///< the net's inputs
  kNone,        ///< none: all states are alike, so that one region holds them all
};

/// How the "adapt" version looks for other actions. `experiment adaptations` plays other settings.
struct AdaptSettings {
  AdaptSpace space = AdaptSpace::kLastHidden;
  /// Among untried actions, those come first whose direction lies farther than this from all that failed.
  double apart_deg = 2;
  /// A kept action is given up once it has failed so many times more often than it passed.
  int patience = 2;
  /// Where a kept action is given up, the state becomes the seed of a new region, and the action stays in
  /// force around the old seed. Otherwise the region looks for another action.
  bool split = false;
};

/// Takes the best action of a trained net. Once told of the novelty, the agent divides the states, as the
/// net's last hidden layer describes them, into regions: a state belongs to the region of the nearest seed,
/// of several equally near ones to the newest. A region either leaves the old policy in force, looks for an
/// action that passes, or keeps such an action. A state in which the old policy fails becomes the seed of a
/// new region. A region tries actions in the order of the net's values at the present state. An action passes
/// or fails with the task: where a task needs several birds, all of them passed. The net never changes.
/// Source: NAPPING (Xue et al. 2023, arXiv 2312.11138), of which the abstract alone was at hand.
class AdaptAgent : public Agent {
 public:
  explicit AdaptAgent(const Trained& trained, const AdaptSettings& settings = {});
  void told_novel() override { told_ = true; }
  Shot choose(const Observation& seen) override;
  void end_task(const TaskResult& result) override;

 private:
  struct Region {
    std::vector<float> seed{};
    bool old_policy = false;  ///< the old policy passed at the seed, and has not failed since
    std::optional<std::size_t> kept{};
    int passes = 0;  ///< of the kept action
    int failures = 0;
    std::vector<std::size_t> failed{};
    std::vector<double> failed_directions_rad{};
  };
  /// A throw whose result is awaited.
  struct Awaited {
    std::vector<float> state{};
    std::optional<std::size_t> region{};
    std::size_t action = 0;
    double direction_rad = 0;
  };

  /// The numbers by which the present state is compared with others.
  std::vector<float> state_of(const Sight& sight);
  /// Whether a throw before i of this task took the same action in the same region.
  bool repeats(std::size_t i) const;
  std::optional<std::size_t> nearest(const std::vector<float>& state) const;
  std::optional<std::size_t> action_in(Region& region, std::span<const float> values,
                                       const Shots& shots) const;
  std::optional<std::size_t> untried(const Region& region, std::span<const float> values,
                                     const Shots& shots) const;
  void hear(const Awaited& thrown, bool passed);
  void hear_of_old_policy(const Awaited& thrown, bool passed);
  void hear_of_kept(Region& region, const Awaited& thrown, bool passed);
  static void hear_of_search(Region& region, const Awaited& thrown, bool passed);

  AdaptSettings settings_;
  Net net_;
  ActionSet actions_;
  bool told_ = false;
  std::vector<Region> regions_{};
  std::vector<Awaited> awaited_{};  ///< the throws of the task that is played
};

}  // namespace novphy
