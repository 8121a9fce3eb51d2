#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "agents/learning/steps.h"
#include "agents/learning/trained.h"
#include "base/parallel.h"

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

/// What is called after each stage of a fit.
struct AfterStage {
  std::function<double(Net&)> try_net;  ///< returns the share of held-back tasks that the net passes
  std::function<void(const FitStage&)> told;
};

/// Fits the net to the actions that pass. The loss is the cross-entropy between the softmax of the net's
/// values over the actions with a shot, and the even distribution over the passing actions. Decision points
/// at which no action passes or advances are left out. The net ends with the weights of the best stage, the
/// earliest if several are equal. Throws NoNumber if the loss is not a finite number.
void fit_table(Net& net, std::span<const DecisionPoint> moments, const TableFitSettings& settings, Rng& rng,
               const AfterStage& after);

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

/// What a net is trained and tried with.
struct TableTasks {
  const TemplateTasks& training;
  std::span<const DecisionPoint> table;  ///< table_of(training.tasks, settings, setting)
  std::span<const Task> held_out{};
};

/// Trains a net on the decision points of the table. The net keeps the weights drawn at the start if no
/// action passes any of the tasks. Throws NoNumber if the loss is not a finite number, and Stopped.
Trained train_by_table(const TableTasks& tasks, const TableTraining& settings, const PlaySetting& setting,
                       const std::function<void(const TrainingStage&)>& told);

/// What differs between the releases of the published code: how many tasks each step but the first tries, how
/// often it tries them, and how many times the first step goes through the replay.
struct CodeRelease {
  std::string_view name;
  int workers;
  int tasks_of_worker;
  int attempts;
  int first_epochs;
};

inline constexpr std::array kReleases{CodeRelease{"2021-08", 20, 10, 20, 10},
                                      CodeRelease{"2021-09", 10, 10, 10, 32},
                                      CodeRelease{"head", 10, 1, 1, 32}};

/// The release of this name, or null.
const CodeRelease* release_named(std::string_view name);

/// How an agent trains by its own shots. Source of all values without a remark: the published code of Phy-Q's
/// learning agents.
struct ShotTraining {
  NetKind kind = NetKind::kDqn;
  ActionSet actions = ActionSet::kPlanner;
  CodeRelease release = kReleases.back();
  QSettings update{};
  int first_attempts = 10;      ///< at every task in the first step
  double first_epsilon = 0.95;  ///< before the first step
  double epsilon_fall = 0.99;   ///< total decrease of epsilon, spread evenly over nine tenths of the steps
  double least_epsilon = 0.05;
  std::size_t replay = 100'000;  ///< steps that are kept
  double enough = 0.99;          ///< training ends after a step in which a larger share of the attempts
                                 ///< passes
  std::uint64_t seed = 1;
  unsigned jobs = 1;  ///< threads that play; their number does not change the result
  StopFlag stop = nullptr;
};

/// The number of steps of a training on this many tasks, at least 1.
int steps_of(int tasks);
/// The probability of a random action in a step, from 0.
double epsilon_of(const ShotTraining& settings, int tasks, int step);
/// How many times step `step`, counted from 0, goes through the replay.
int epochs_of(const CodeRelease& release, int step);
/// How many tasks are tried in a step.
int tasks_of(const CodeRelease& release, int tasks, int step);

/// What training reports after each step.
struct ShotStage {
  int step = 0;  ///< from 1
  int steps = 0;
  double epsilon = 0;
  int attempts = 0;     ///< since the beginning
  double passed = 0;    ///< share of the step's attempts
  int updates = 0;      ///< since the beginning
  double loss = 0;      ///< mean over the step's updates
  double held_out = 0;  ///< share of passed tasks among the held-out ones, which training does not use
};

/// Trains a net by the shots that it takes, as the published agents train. In each step, the net attempts
/// tasks with the step's epsilon and then learns from the replay. The first step tries all tasks. Later steps
/// try tasks drawn without repetition, by a draw of our own. The net ends with the weights of the last step.
/// Throws InputError if no action has a shot in any task, NoNumber if a loss is not a finite number, and
/// Stopped.
Trained train_by_shots(const TemplateTasks& training, std::span<const Task> held_out,
                       const ShotTraining& settings, const PlaySetting& setting,
                       const std::function<void(const ShotStage&)>& told);

}  // namespace novphy
