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
#include "evaluator/record.h"
#include "jobs/setting.h"
#include "python/data.h"
#include "python/filming.h"
#include "python/seen_object.h"
#include "python/shots.h"
#include "sim/rng.h"
#include "sim/task.h"
#include "sim/world.h"

namespace novphy::python {

/// The sets of actions. docs/environments.md says what each action does.
enum class Actions { kGrid, kPlanner, kBox };
/// Throws InputError for another name than grid, planner and box.
Actions actions_named(const std::string& name);

inline int grid_actions() { return action_count(ActionSet::kGrid); }
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

/// The rewards of a shot: 1 if it passes the task, else 0; or what it takes from pig_life().
enum class Reward { kSparse, kDense };
Reward reward_named(const std::string& name);
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
  Reward reward = reward_named(options.reward);
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

/// An environment: one bird a step, with its whole flight.
class Env {
 public:
  explicit Env(std::shared_ptr<const EnvSetup> setup);
  virtual ~Env() = default;
  Env(const Env&) = delete;
  Env& operator=(const Env&) = delete;

  /// Starts new draws of episodes, and repeats this number of them.
  void seed(const Draws& draws);
  const Draws& draws() const { return draws_; }

  /// Begins this episode, or the next one that is drawn.
  StepResult reset(std::optional<int> episode, const Row& row);
  /// Throws the bird. Throws std::logic_error before the first reset and after the end of an episode.
  virtual StepResult step(const Action& action, const Row& row) = 0;
  /// Answers a result that asks. Throws std::logic_error after any other.
  virtual StepResult report(const NoveltyReport& report, const Row& row);
  virtual bool asks() const { return false; }

  /// Writes planner_actions() bytes: 1 for each planner action that has a shot now.
  void mask(std::uint8_t* into) const;
  virtual bool begun() const = 0;
  bool over() const { return over_; }
  /// The frame of the present moment.
  virtual Reel now() const = 0;
  /// What was filmed since the last reset.
  Reel& film() { return film_; }

  /// The records of the trial that is played, or of the one that ended before the last reset.
  virtual std::vector<Record> records(bool before) const;
  /// For copies: sets the records of the trial that ended before the last reset.
  virtual void keep_before(std::vector<Record>) {}
  /// The runs with which the detector was calibrated, and their way into another environment.
  virtual std::vector<CalibrationRun> calibration() const { return {}; }
  virtual void calibrate(const CalibrationRun&) {}

 protected:
  virtual int draw_episode(Rng& rng) = 0;
  virtual void begin_draws() {}
  virtual StepResult begin(int episode, const Row& row) = 0;
  /// Notes a task before its first shot.
  void begin_task(const World& world);
  /// The reward of the shot that brought the world to this state.
  double reward(const World& world);
  /// Writes an observation.
  void see(const World& world, void* into);

  const EnvSetup& setup() const { return *setup_; }
  bool films() const { return setup_->frame_s > 0; }
  const std::vector<float>& table() const { return writer_.table(); }

  bool over_ = false;
  Reel film_{};

 private:
  std::shared_ptr<const EnvSetup> setup_;
  ObservationWriter writer_;
  Draws draws_{};
  Rng rng_;
  double pig_life_ = 0;  ///< before the next shot; only known for Reward::kDense
};

/// An environment of tasks or of trials, whatever the setup holds.
std::unique_ptr<Env> make_env(const std::shared_ptr<const EnvSetup>& setup);

}  // namespace novphy::python
