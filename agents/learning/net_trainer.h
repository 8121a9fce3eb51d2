#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agents/learning/decision_points.h"
#include "agents/learning/net_trainings.h"
#include "agents/learning/shot_training.h"
#include "agents/learning/table_training.h"
#include "base/parallel.h"

namespace novphy {

/// What a set of actions can reach on tasks, whatever an agent has learned. Shares are 0 to 1.
struct Ceiling {
  int tasks = 0;
  double solved =
      0;  ///< share of the tasks that some action passes, with any of the birds of decision_points_of()
  double random = 0;       ///< mean share of the first bird's shots that pass
  double best_single = 0;  ///< share of the tasks that the best single action passes with the first bird
  int best_action = 0;     ///< the number of this action; if several are best, the lowest
};

/// The ceiling of tasks, each given by its decision points. All shares are 0 if there are no tasks.
Ceiling ceiling_of(std::span<const std::vector<DecisionPoint>> tasks);

/// Plays every action of the set on every task, on `jobs` threads, and returns the ceiling. The number of
/// threads does not change the result. Calls `told` after each task, from any of the threads.
Ceiling play_all(std::span<const Task> tasks, ActionSet set, const PlaySetting& setting, unsigned jobs,
                 const std::function<void()>& told);

/// How nets are trained, and where their files go.
struct NetTrainerSettings {
  std::vector<NetKind> kinds{};  ///< the nets of all kinds learn from the same plays
  ActionSet actions = ActionSet::kPlanner;
  /// With a release, the nets learn from their own shots, as in this release of the published code. Without
  /// one, they learn from the table of what every action does on every task.
  std::optional<CodeRelease> release{};
  VariationOptions variation{};  ///< how tasks are made; the training draws from the same seed
  std::string physics = "standard";
  std::filesystem::path folder{};  ///< a template's net is the file FOLDER/TEMPLATE.KIND
  bool resume = false;  ///< keep the folder's nets if they have the same settings, and the tasks made so far
  unsigned jobs = 1;    ///< threads; their number does not change any file
  StopFlag stop = nullptr;
};

/// What training reports about its nets. Each net is named by its training (name(NetTraining)) and its kind.
/// Called from several threads.
struct TrainingListener {
  std::function<void(const std::string& training, NetKind, const TrainingStage&)> table_stage{};
  std::function<void(const std::string& training, NetKind, const ShotStage&)> shot_stage{};
  /// No action of the set passes any of the training tasks, so the net keeps the weights drawn at the start.
  std::function<void(const std::string& training, NetKind)> nothing_learned{};
};

/// What a net passes of a template's held-out tasks, beside what its set of actions can reach on them.
struct NetResult {
  NetKind kind = NetKind::kDqn;
  std::string task_template{};
  double passed = 0;  ///< share of the tasks
  Ceiling ceiling{};
};

/// Trains nets for templates, writes their files and plays the nets on held-out tasks.
struct NetTrainer {
  NetTrainingOrder order;
  NetTrainerSettings settings;
  const Assets& assets;  ///< have the physics of the settings
  ObjectTable object_table{assets.catalogue, assets.colours};
  PlaySetting setting{assets.catalogue, assets.physics.at(settings.physics), object_table};

  /// Makes the tasks of all trainings. `progress` is that of FreshTasks. First throws InputError if the
  /// folder holds a net of another training or, without NetTrainerSettings::resume, any net. Also throws
  /// InputError as make_net_trainings() does, and whatever `progress` throws.
  std::vector<NetTraining> make_tasks(std::function<void(std::size_t, std::size_t)> progress) const;

  /// Trains the nets that the folder lacks and writes their files. Throws InputError, naming the net's file,
  /// if a training cannot go on, and Stopped.
  void train(const std::vector<NetTraining>& trainings, const TrainingListener& listener) const;

  /// Plays the folder's nets on the held-out tasks, kind by kind, each with all templates in order. Throws
  /// Stopped.
  std::vector<NetResult> results(const std::vector<NetTraining>& trainings) const;
};

}  // namespace novphy
