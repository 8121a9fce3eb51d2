#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "agents/learning/decision_points.h"
#include "agents/learning/net_trainings.h"
#include "agents/learning/nets/adamw.h"
#include "agents/learning/nets/net.h"
#include "agents/learning/trained.h"
#include "base/parallel.h"
#include "sim/rng.h"

namespace novphy {

/// How a net is fitted to decision points at which the result of every action is known. All numbers are ours,
/// because nothing of the kind was published.
struct TableFitSettings {
  AdamWSettings adamw{};
  std::size_t batch = 64;   ///< decision points in each update
  int stage_updates = 100;  ///< updates before each test of the net
  int most_stages = 60;
  int patience = 12;  ///< the fit ends after this many stages without a better net
};

/// A net after a stage of its training.
struct FitStage {
  int updates = 0;       ///< since the beginning
  double loss = 0;       ///< mean over the stage's updates
  double held_back = 0;  ///< share of passed tasks among those that are held back from the fit
};

/// Fits the net to the actions that pass. The loss is the cross-entropy between the softmax of the net's
/// values over the actions with a shot, and the even distribution over the passing actions. Decision points
/// at which no action passes or advances are left out. After each stage, `try_net` returns the share of
/// held-back tasks that the net passes, and the stage is reported to `told`. The net ends with the weights of
/// the best stage, the earliest if several are equal. Throws NoNumber if the loss is not a finite number.
void fit_table(Net& net, std::span<const DecisionPoint> moments, const TableFitSettings& settings, Rng& rng,
               const std::function<double(Net&)>& try_net, const std::function<void(const FitStage&)>& told);

struct TableTraining {
  NetKind kind = NetKind::kDqn;
  ActionSet actions = ActionSet::kPlanner;
  TableFitSettings fit{};
  double held_back_share = 0.2;  ///< share of the training tasks, taken from the end, that decide when the
                                 ///< fit stops
  std::uint64_t seed = 1;
  unsigned jobs = 1;  ///< threads that play; their number does not change the result
  StopFlag stop = nullptr;
};

/// What training reports after each stage.
struct TrainingStage : FitStage {
  double held_out = 0;  ///< share of passed tasks among the held-out ones, which training does not use
};

/// The results of every action at each decision point of the training tasks, without the tasks that are held
/// back. Does not depend on TableTraining::kind. Throws Stopped.
std::vector<DecisionPoint> table_of(std::span<const Task> tasks, const TableTraining& settings,
                                    const PlaySetting& setting);

/// Trains a net on the decision points of table_of(training.tasks, settings, setting). The net keeps the
/// weights drawn at the start if no action passes any of the tasks. Throws NoNumber if the loss is not a
/// finite number, and Stopped.
Trained train_by_table(const TemplateTasks& training, std::span<const DecisionPoint> table,
                       std::span<const Task> held_out, const TableTraining& settings,
                       const PlaySetting& setting, const std::function<void(const TrainingStage&)>& told);

}  // namespace novphy
