#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agents/learning/trainings.h"
#include "trials/plan_tasks.h"

namespace novphy {

/// Makes tasks 0 to count - 1 of these templates, which must be sides of the pairs. `novphy generate` makes
/// the same tasks from the same seed. The result has the order of `templates`. The file `fresh.partial` keeps
/// the tasks made so far and is removed at the end. Throws InputError as make_tasks_of() does.
std::vector<TemplateTasks> make_template_tasks(const std::vector<Pair>& pairs,
                                               const std::vector<std::string>& templates, int count,
                                               const FreshTasks& fresh, const Assets& assets);

/// One training. Its net serves one template or several.
struct NetTraining {
  std::vector<std::string> templates{};  ///< those that the net serves
  TemplateTasks training{};              ///< the training tasks, filed under the first of `templates`
  std::vector<Task> held_out{};  ///< tasks not used for training: equally many of each template, in the
                                 ///< templates' order

  /// The held-out tasks of template i.
  std::span<const Task> held_out_of(std::size_t i) const;
};

/// The first template of the training and the number of the others: "rolling/agents/normal and 3 more".
std::string name(const NetTraining& training);

/// Which trainings to make. All templates are normal ones, because agents are trained on normal tasks.
struct NetTrainingOrder {
  std::vector<Pair> pairs{};             ///< the pairs that the templates are sides of, each once
  std::vector<std::string> templates{};  ///< those that get a net
  /// The templates on whose tasks a single net for all of `templates` is trained. Empty: each of `templates`
  /// gets its own net, trained on its own tasks.
  std::vector<std::string> sources{};
  /// Training tasks of each training. Several sources give equal shares; the first ones give one more if a
  /// rest remains.
  int tasks = 280;
  int held_out = 70;  ///< more tasks of each template, not used for training
};

/// Gives the first `count` tasks of each of these templates.
using TaskMaker =
    std::function<std::vector<TemplateTasks>(const std::vector<std::string>& templates, int count)>;

/// The templates on whose tasks the net of a template is trained.
std::vector<std::string> sources_of(const NetTrainingOrder& order, const std::string& task_template);

/// Makes the trainings of an order, whose templates must not be empty. Calls `make` once for all tasks. The
/// tasks of several sources alternate, so that the last tasks of a training come from all sources. Throws
/// InputError if there are fewer tasks than sources.
std::vector<NetTraining> make_net_trainings(const NetTrainingOrder& order, const TaskMaker& make);

/// Finds the templates that the names stand for, as order_of() does. `train_on` names the sources. Throws
/// InputError for an unknown name, and for a name of novel templates only.
NetTrainingOrder training_order(const std::vector<std::string>& names,
                                const std::vector<std::string>& train_on, const std::vector<Pair>& library,
                                const Catalogue& catalogue);

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
  std::unique_ptr<const ObjectTable> object_table =
      std::make_unique<const ObjectTable>(assets.catalogue, assets.colours);
  PlaySetting setting{assets.catalogue, assets.physics.at(settings.physics), *object_table};

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
