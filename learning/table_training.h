#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "learning/table_fit.h"
#include "learning/trained.h"
#include "learning/training_tasks.h"

namespace novphy {

struct TableTraining {
  NetKind kind = NetKind::kDqn;
  ActionSet actions = ActionSet::kPlanner;
  TableFitSettings fit{};
  double held_back_share = 0.2;  ///< of the training tasks, the last ones: they say when the fit ends
  std::uint64_t seed = 1;
  unsigned jobs = 1;  ///< threads that play; they change no byte
};

/// What training tells after each stage.
struct TrainingStage : FitStage {
  double held_out = 0;  ///< share of passed tasks among those that training knows nothing of
};

/// All that can be known of the tasks that teach: every action, played at the moments of every task. The
/// tasks that are held back are left out. Does not depend on TableTraining::kind.
std::vector<Moment> table_of(std::span<const Task> tasks, const TableTraining& settings, const Lab& lab);

/// Trains a net on the moments of table_of(training.tasks, settings, lab). The net stays as drawn where no
/// action passes any of the tasks. Throws NoNumber where the loss is no number.
Trained train_by_table(const TemplateTasks& training, std::span<const Moment> table,
                       std::span<const Task> held_out, const TableTraining& settings, const Lab& lab,
                       const std::function<void(const TrainingStage&)>& told);

}  // namespace novphy
