#pragma once

#include <functional>
#include <span>
#include <vector>

#include "learning/moments.h"
#include "learning/nets/adamw.h"
#include "learning/nets/net.h"
#include "sim/rng.h"

namespace novphy {

/// How a net is fitted to moments of which the result of every action is known. All numbers are ours: nothing
/// of the kind was published.
struct TableFitSettings {
  AdamWSettings adamw{};
  std::size_t batch = 64;   ///< moments of an update
  int stage_updates = 100;  ///< updates between two trials of the net
  int most_stages = 60;
  int patience = 12;  ///< the fit ends after so many stages without a better net
};

/// A net after a stage of its training.
struct FitStage {
  int updates = 0;       ///< since the beginning
  double loss = 0;       ///< mean over the stage's updates
  double held_back = 0;  ///< share of passed tasks among those that the fit does not learn from
};

/// Moves the net towards the actions that pass: cross-entropy between the softmax of its values and the even
/// distribution over the passing actions, among the actions with a shot. Moments without a passing action
/// teach nothing. After each stage, `try_net` gives the share of held-back tasks that the net passes, and
/// `told` hears of it. The net ends with the weights of the best stage, the earliest of several. Throws
/// NoNumber where the loss is no number.
void fit_table(Net& net, std::span<const Moment> moments, const TableFitSettings& settings, Rng& rng,
               const std::function<double(Net&)>& try_net, const std::function<void(const FitStage&)>& told);

}  // namespace novphy
