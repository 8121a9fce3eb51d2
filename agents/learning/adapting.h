#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "agents/learning/steps.h"
#include "agents/learning/trained.h"

namespace novphy {

/// Takes the best action of a trained net throughout a trial: the "offline" version of the published learning
/// agents.
class OfflineAgent : public Agent {
 public:
  explicit OfflineAgent(const Trained& trained)
      : net_(trained.net.shape, trained.net.weights), actions_(trained.actions) {}
  Shot choose(const Observation& seen) override;

 protected:
  /// What the net says of a moment at which some action has a shot.
  struct Moment {
    Sight sight;
    Shots shots{};
    std::span<const float> values{};
    std::size_t best = 0;
  };
  /// The action to take, which has a shot.
  virtual std::size_t action_at(const Moment& now) { return now.best; }

  Net net_;

 private:
  ActionSet actions_;
};

// The two versions of a trained agent that change after they are told of a novelty. The NovPhy paper names
// both and publishes neither; all numbers and rules below are our reading of it.

/// How the "online" version goes on learning.
struct OnlineSettings {
  int minibatches = 4;   ///< updates after each novel task, on steps drawn evenly from passes and failures
  double epsilon = 0.1;  ///< share of random actions
  QSettings update{};
};

/// Takes the best action of a trained net. Once told of the novelty, the agent goes on training the net on
/// its throws in this trial since then. If the net's values are returns, it uses QLearner and renews the
/// target for each task. If they are preferences, it uses cross-entropy: the actions of a task that was
/// passed become more probable, those of a task that was not passed less.
class OnlineAgent : public OfflineAgent {
 public:
  explicit OnlineAgent(const Trained& trained, const OnlineSettings& settings = {});
  void begin_trial(std::uint64_t seed) override { rng_ = Rng::stream(seed, "learning/online"); }
  void told_novel() override { told_ = true; }
  void end_task(const TaskResult& result) override;

 private:
  std::size_t action_at(const Moment& now) override;
  void learn();

  OnlineSettings settings_;
  ValueKind values_;
  QLearner returns_;
  AdamWState preferences_{};
  Rng rng_ = Rng::stream(0, "learning/online");
  bool told_ = false;
  ReplayMemory replay_{100'000};
  std::vector<Step> throws_{};  ///< of the task that is being played
};

/// How the "adapt" version looks for other actions.
struct AdaptSettings {
  /// Of the untried actions, those come first whose direction differs by more than this from all that failed.
  double apart_deg = 2;
  /// A kept action is given up once its failures outnumber its passes by this many. The region then looks for
  /// another action.
  int patience = 2;
};

/// Takes the best action of a trained net. Once told of the novelty, the agent divides the states, as the
/// net's last hidden layer describes them, into regions. A state belongs to the region of the nearest seed;
/// if several are equally near, to the newest. A region either leaves the old policy in force, looks for an
/// action that passes, or keeps such an action. A state in which the old policy fails becomes the seed of a
/// new region. A region tries actions in the order of the net's values at the present state. An action passes
/// or fails with its task: if a passed task needed several birds, the actions of all of them passed. The net
/// never changes. Source: NAPPING (Xue et al. 2023, arXiv 2312.11138), of which we had only the abstract.
class AdaptAgent : public OfflineAgent {
 public:
  explicit AdaptAgent(const Trained& trained, const AdaptSettings& settings = {})
      : OfflineAgent(trained), settings_(settings) {}
  void told_novel() override { told_ = true; }
  void end_task(const TaskResult& result) override;

 private:
  /// A throw whose result is not known yet.
  struct Awaited {
    std::vector<float> state{};  ///< the numbers by which states are compared
    std::optional<std::size_t> region{};
    std::size_t action = 0;
    double direction_rad = 0;
  };
  struct Region {
    std::vector<float> seed{};
    bool old_policy = false;  ///< the old policy passed at the seed and has not failed since
    std::optional<std::size_t> kept{};
    int passes = 0;  ///< of the kept action
    int failures = 0;
    std::vector<std::size_t> failed{};
    std::vector<double> failed_directions_rad{};

    std::optional<std::size_t> action_at(const Moment& now, double apart_rad);
    std::optional<std::size_t> untried(const Moment& now, double apart_rad) const;
    /// The result of a throw of its search.
    void hear(const Awaited& thrown, bool passed);
  };

  std::size_t action_at(const Moment& now) override;
  std::optional<std::size_t> nearest(const std::vector<float>& state) const;
  void hear(const Awaited& thrown, bool passed);
  void hear_of_kept(Region& region, const Awaited& thrown, bool passed);

  AdaptSettings settings_;
  bool told_ = false;
  std::vector<Region> regions_{};
  std::vector<Awaited> awaited_{};  ///< the throws of the task that is being played
};

/// Tells itself of the novelty, by the published detector sma:5:0.2 on its passes: at the first task that it
/// passes where it failed five tasks ago, or the other way around. Reports that as its alarm.
class UntoldAdaptAgent : public AdaptAgent {
 public:
  explicit UntoldAdaptAgent(const Trained& trained) : AdaptAgent(trained) {}
  void end_task(const TaskResult& result) override;
  NoveltyReport novelty() override { return {.probability = alarmed_ ? 1.0 : 0.0}; }

 private:
  std::vector<bool> passes_{};
  bool alarmed_ = false;
};

}  // namespace novphy
