#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/action_set.h"
#include "python/filming.h"
#include "python/seen_object.h"
#include "python/shots.h"
#include "sim/rng.h"
#include "sim/task.h"
#include "sim/world.h"

namespace novphy::python {

/// The sets of actions. docs/environments.md says what each action does.
enum class Actions { kGrid, kPlanner, kBox };
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
/// The shot of an action. Nothing for a planner action that has no shot.
std::optional<Shot> shot_of(Actions actions, const Action& action, const std::vector<float>& table);

/// The rewards of a shot: 1 if it passes the task, else 0; or what it takes from pig_life().
enum class Reward { kSparse, kDense };
Reward reward_named(const std::string& name);
/// The life that the pigs have left, 0 to 1: the mean of the shares that each has left. The share of a pig
/// that dies of a number of birds is no more than the share of these birds that have not hit it. The mean is
/// rounded up to a multiple of 2^-20, so that sums of differences are exact; it is 0 only if no pig is left.
double pig_life(const World& world);

/// What all environments of a vector share.
struct EnvSetup {
  std::vector<Task> tasks;
  Actions actions = Actions::kGrid;
  Form form = Form::kFeatures;
  int width_px = 640;
  int height_px = 480;
  std::string physics = "standard";
  Reward reward = Reward::kSparse;
  double frame_s = 0;  ///< the environment films a frame each time this passes; 0: it films nothing
};

/// The result of a step or a reset, besides the observation.
struct StepResult {
  double reward = 0;
  bool over = false;
  bool passed = false;
  int score = 0;
  int shots_left = 0;
  int task = 0;  ///< index into EnvSetup::tasks
};

/// An episode is a task, and a step is one bird with its whole flight. The order of tasks is drawn from the
/// seed, anew for each round through all tasks.
class TaskEnv {
 public:
  explicit TaskEnv(std::shared_ptr<const EnvSetup> setup);

  /// Starts a new order of tasks.
  void seed(std::uint64_t seed);
  /// Begins this task, or the next one in the order.
  StepResult reset(std::optional<int> task, void* seen);
  /// Throws the bird. Throws std::logic_error before the first reset and after the end of an episode.
  StepResult step(const Action& action, void* seen);
  /// Writes planner_actions() bytes: 1 for each planner action that has a shot now.
  void mask(std::uint8_t* into) const;
  bool begun() const { return world_ != nullptr; }
  bool over() const { return over_; }
  const World& world() const { return *world_; }
  /// What was filmed since the last reset.
  Reel& film() { return film_; }

 private:
  int next_task();
  void throw_bird(const Shot& shot);
  StepResult see(void* seen);
  double reward();

  std::shared_ptr<const EnvSetup> setup_;
  ObservationWriter writer_;
  Rng rng_;
  std::vector<int> order_{};  ///< the rest of this round, last first
  int task_ = 0;
  bool over_ = false;
  double pig_life_ = 0;  ///< before the next shot; only known for Reward::kDense
  std::unique_ptr<World> world_{};
  Reel film_{};
};

}  // namespace novphy::python
