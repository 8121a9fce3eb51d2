#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "agents/throws.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/record.h"
#include "jobs/setting.h"
#include "python/data.h"
#include "python/plays.h"
#include "python/seeing.h"
#include "python/shots.h"
#include "python/trial.h"
#include "sim/rng.h"
#include "sim/task.h"
#include "sim/world.h"

namespace novphy::python {

/// The sets of actions. docs/guide/environments.md says what each action does.
enum class Actions { kGrid, kPlanner, kBox };
/// Throws InputError for another name than grid, planner and box.
Actions actions_named(const std::string& name);

inline int planner_actions() { return action_count(ActionSet::kPlanner); }

/// An action: an index for kGrid and kPlanner, otherwise two numbers in [-1, 1].
struct Action {
  std::int64_t index = 0;
  std::array<float, 2> box{};
};
/// Reads an action from row `row` of (n, 2) numbers, or from number `row` of (n) numbers. For kBox, two
/// numbers in one row count as row 0, too. Throws InputError, with a message that begins with `place`, for a
/// number out of range.
Action action_of(Actions actions, const Numbers& numbers, std::size_t row, const std::string& place);
/// The shot of an action. A planner action that has no shot releases the bird without a pull.
Shot shot_of(Actions actions, const Action& action, const std::vector<float>& table);
/// Writes planner_actions() bytes: 1 for each planner action that has a shot in this table.
void action_mask(const std::vector<float>& table, std::uint8_t* into);

/// The life that the pigs have left, 0 to 1: the mean of the shares that each has left. The share of a pig
/// that dies of a number of birds is no more than the share of these birds that have not hit it. The mean is
/// rounded up to a multiple of 2^-20, so that sums of differences are exact; it is 0 only if no pig is left.
double pig_life(const World& world);

/// What Python passes by name, and copies and pickles keep.
struct EnvOptions {
  std::string actions = "grid";
  std::string observation = "features";
  std::string physics = "standard";
  std::string reward = "sparse";
  int width_px = 640;
  int height_px = 480;
  int fps = 0;  ///< frames that the environment films of each second; 0: it films nothing

  Settings settings();
};

/// What all environments of a vector share. An episode is one of the tasks, or a trial of the plan.
struct EnvSetup {
  EnvOptions options{};
  std::vector<Task> tasks{};
  PlanPointer plan{};
  std::optional<int> trial{};  ///< the trial of every reset that picks none
  std::string detector{};      ///< settings of the detector that marks the records of trials, or ""
  bool asks = false;           ///< after each task of a trial, the environment waits for report()
  // What the options mean:
  Actions actions = actions_named(options.actions);
  Form form = form_named(options.observation);
  /// The reward of a shot is what it takes from pig_life(); else 1 if it passes the task, and 0 if not.
  bool dense_reward = options.reward == "dense";
  double frame_s = options.fps == 0 ? 0 : frame_s_of(options.fps);

  int episodes() const;
};

/// The result of a step or a reset, besides the observations.
struct StepResult {
  double reward = 0;
  bool over = false;  ///< the episode
  bool task_over = false;
  bool passed = false;  ///< the task
  bool told = false;    ///< a trial has told that the world has changed
  bool asks = false;    ///< a trial waits for report(), and its next observation is not there yet
  int score = 0;
  int shots_left = 0;  ///< -1 after the last task of a trial
  int episode = 0;     ///< index into EnvSetup::tasks, or the trial
};

/// Where an environment writes what is seen.
struct Row {
  void* seen = nullptr;
  void* last = nullptr;  ///< in trials, the last observation of a task that is over
  std::size_t bytes = 0;
};

/// The episodes that were drawn from a seed: drawing as many again gives the same state.
struct Draws {
  std::uint64_t seed = 0;
  std::int64_t count = 0;
};

/// A calibration run of a plan that a detector has seen.
struct CalibrationRun {
  int trial = 0;
  std::vector<Record> records{};
};

/// An environment: one bird a step, with its whole flight. Episodes are drawn from the seed: tasks in a new
/// order for each round through all of them; trials one by one, and calibration runs never.
class Env {
 public:
  explicit Env(std::shared_ptr<const EnvSetup> setup);

  /// Starts new draws of episodes, and repeats this number of them.
  void seed(const Draws& draws);
  const Draws& draws() const { return draws_; }

  /// Begins this episode, or the next one that is drawn.
  StepResult reset(std::optional<int> episode, const Row& row);
  /// Throws the bird. The episode must go on, and not ask.
  StepResult step(const Action& action, const Row& row);
  /// Answers a result that asks. Throws std::logic_error after any other.
  StepResult report(const NoveltyReport& report, const Row& row);
  bool asks() const { return asks_; }

  /// Writes planner_actions() bytes: 1 for each planner action that has a shot now.
  void mask(std::uint8_t* into) const { action_mask(writer_.table(), into); }
  bool begun() const { return trial_ != nullptr; }
  bool over() const { return over_; }
  /// The frame of the present moment.
  Reel now() const;
  /// What was filmed since the last reset.
  Reel& film() { return film_; }

  /// The records of the trial that is played.
  std::vector<Record> records() const { return trial_ ? trial_->finished() : std::vector<Record>(); }
  /// The records of the trial that ended before the last reset. A copy of the environment gets them.
  std::vector<Record> before{};
  /// The runs with which the detector was calibrated, and their way into another environment.
  const std::vector<CalibrationRun>& calibration() const { return calibration_; }
  void calibrate(const CalibrationRun& run);

 private:
  bool films() const { return setup_->frame_s > 0; }
  int draw_episode();
  void begin_task();
  void throw_bird(const Shot& shot);
  void end_trial();
  double reward(const World& world);
  void see(const World& world, void* into);
  StepResult result(const Row& row);

  std::shared_ptr<const EnvSetup> setup_;
  ObservationWriter writer_;
  std::vector<int> drawable_{};  ///< all tasks, or the trials that are no calibration run
  Draws draws_{};
  Rng rng_;
  std::vector<int> order_{};  ///< the rest of this round through the tasks, last first

  int index_ = 0;  ///< of the episode
  std::unique_ptr<Trial> trial_{};
  bool over_ = false;
  bool told_ = false;
  bool asks_ = false;
  StepResult task_{};    ///< of the task that is over
  double pig_life_ = 0;  ///< before the next shot; only known for dense rewards
  Reel film_{};
  Reel end_{};  ///< the last moment of the last task of a trial
  std::optional<OnlineDetector> detector_{};
  std::vector<CalibrationRun> calibration_{};
};

}  // namespace novphy::python
