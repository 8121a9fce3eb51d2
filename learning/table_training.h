#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "learning/decision_points.h"
#include "learning/net_trainings.h"
#include "learning/nets/adamw.h"
#include "learning/nets/net.h"
#include "learning/trained.h"
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
/// distribution over the passing actions, among the actions with a shot. Decision points at which no
/// action passes or advances are left out. After each stage, `try_net` gives the share of held-back tasks
/// that the net passes, and `told` hears of it. The net ends with the weights of the best stage, the earliest
/// of several. Throws NoNumber where the loss is no number.
void fit_table(Net& net, std::span<const DecisionPoint> moments, const TableFitSettings& settings, Rng& rng,
               const std::function<double(Net&)>& try_net, const std::function<void(const FitStage&)>& told);

struct TableTraining {
  NetKind kind = NetKind::kDqn;
  ActionSet actions = ActionSet::kPlanner;
  TableFitSettings fit{};
  double held_back_share = 0.2;  ///< of the training tasks, the last ones: they say when the fit ends
  std::uint64_t seed = 1;
  unsigned jobs = 1;  ///< threads that play; they change no byte
  StopFlag stop = nullptr;
};

/// What training tells after each stage.
struct TrainingStage : FitStage {
  double held_out = 0;  ///< share of passed tasks among those that training knows nothing of
};

/// All that can be known of the training tasks: every action, played at the moments of every task. The tasks
/// that are held back are left out. Does not depend on TableTraining::kind. Throws Stopped.
std::vector<DecisionPoint> table_of(std::span<const Task> tasks, const TableTraining& settings,
                                    const PlaySetting& setting);

/// Trains a net on the moments of table_of(training.tasks, settings, setting). The net stays as drawn where
/// no action passes any of the tasks. Throws NoNumber where the loss is no number, and Stopped.
Trained train_by_table(const TemplateTasks& training, std::span<const DecisionPoint> table,
                       std::span<const Task> held_out, const TableTraining& settings,
                       const PlaySetting& setting, const std::function<void(const TrainingStage&)>& told);

}  // namespace novphy
