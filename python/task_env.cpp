#include "python/task_env.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "agents/action_set.h"
#include "base/input_error.h"
#include "python/data.h"
#include "sim/play.h"

namespace novphy::python {
namespace {

/// The ActionSet of a set whose actions are indices.
ActionSet numbered(Actions actions) {
  return actions == Actions::kGrid ? ActionSet::kGrid : ActionSet::kPlanner;
}

/// The share of its life that a pig has left.
double life_left(const BodyView& pig) {
  if (!pig.present) return 0;
  const int birds = pig.kind->birds_to_die;
  const double by_birds = birds > 0 ? 1 - static_cast<double>(pig.birds_hit) / birds : 1;
  return std::max(0.0, std::min(pig.life_left, by_birds));
}

/// Moves the world by this many seconds, or to the end of the turn. Returns whether the turn goes on.
bool advance_turn(World& world, double seconds) {
  constexpr double kRoundingS = 1e-9;  // rounding error of the sum of time steps
  const double until_s = world.time_s() + seconds - kRoundingS;
  while (!world.end() && !world.ready() && world.time_s() < until_s) world.tick();
  return !world.end() && !world.ready();
}

Rng order_stream(std::uint64_t seed) { return Rng::stream(seed, "python/task order"); }

}  // namespace

Actions actions_named(const std::string& name) {
  if (name == "grid") return Actions::kGrid;
  if (name == "planner") return Actions::kPlanner;
  if (name == "box") return Actions::kBox;
  throw InputError("actions", fmt::format("found \"{}\", expected grid, planner or box", name));
}

Action action_of(Actions actions, const Numbers& numbers, std::size_t row, const std::string& place) {
  const std::size_t width = actions == Actions::kBox ? 2 : 1;
  if (static_cast<std::size_t>(numbers.size()) < (row + 1) * width)
    throw InputError(place, fmt::format("found {} numbers, expected {}", numbers.size(), width));
  const double* values = numbers.data() + row * width;
  Action action;
  if (actions == Actions::kBox) {
    for (std::size_t i = 0; i < width; ++i) {
      if (!(std::abs(values[i]) <= 1))
        throw InputError(fmt::format("{}[{}]", place, i),
                         fmt::format("found {}, expected -1 to 1", values[i]));
      action.box[i] = static_cast<float>(values[i]);
    }
    return action;
  }
  const int most = action_count(numbered(actions)) - 1;
  if (!(*values >= 0 && *values <= most) || *values != std::floor(*values))
    throw InputError(place, fmt::format("found {}, expected a whole number from 0 to {}", *values, most));
  action.index = static_cast<std::int64_t>(*values);
  return action;
}

std::optional<Shot> shot_of(Actions actions, const Action& action, const std::vector<float>& table) {
  if (actions != Actions::kBox) return action_shot(numbered(actions), static_cast<int>(action.index), table);
  return aimed(std::numbers::pi * static_cast<double>(action.box[0]),
               (static_cast<double>(action.box[1]) + 1) / 2);
}

Reward reward_named(const std::string& name) {
  if (name == "sparse") return Reward::kSparse;
  if (name == "dense") return Reward::kDense;
  throw InputError("reward", fmt::format("found \"{}\", expected sparse or dense", name));
}

double pig_life(const World& world) {
  double left = 0;
  int pigs = 0;
  for (int id = 0; id < static_cast<int>(world.task().objects.size()); ++id) {
    const BodyView body = world.body(id);
    if (body.kind->category != Category::kPig) continue;
    ++pigs;
    left += life_left(body);
  }
  constexpr double kParts = 1 << 20;
  return pigs == 0 ? 0 : std::ceil(left / pigs * kParts) / kParts;
}

TaskEnv::TaskEnv(std::shared_ptr<const EnvSetup> setup)
    : setup_(std::move(setup)),
      writer_(setup_->form, setup_->width_px, setup_->height_px),
      rng_(order_stream(0)) {}

void TaskEnv::seed(std::uint64_t seed) {
  rng_ = order_stream(seed);
  order_.clear();
}

int TaskEnv::next_task() {
  if (order_.empty()) {
    order_.resize(setup_->tasks.size());
    std::iota(order_.begin(), order_.end(), 0);
    shuffle(order_, rng_);
  }
  const int task = order_.back();
  order_.pop_back();
  return task;
}

StepResult TaskEnv::reset(std::optional<int> task, void* seen) {
  task_ = task ? *task : next_task();
  world_ = std::make_unique<World>(setup_->tasks[static_cast<std::size_t>(task_)], catalogue(),
                                   physics(setup_->physics));
  film_.clear();
  if (setup_->frame_s > 0) film_.add(*world_);
  if (setup_->reward == Reward::kDense) pig_life_ = pig_life(*world_);
  return see(seen);
}

StepResult TaskEnv::step(const Action& action, void* seen) {
  if (!world_) throw std::logic_error("step() before reset()");
  if (over_) throw std::logic_error("step() after the end of the episode: call reset() first");
  // A planner action without a shot releases the bird without a pull.
  throw_bird(shot_of(setup_->actions, action, writer_.table()).value_or(aimed(0, 0)));
  return see(seen);
}

void TaskEnv::throw_bird(const Shot& shot) {
  if (setup_->frame_s <= 0) return play_turn(*world_, shot);
  film_.add(*world_, pull_stages(*world_, shot, setup_->frame_s));
  world_->launch(shot);
  film_.add(*world_, flight_stages(*world_, setup_->frame_s,
                                   [this](double seconds) { return advance_turn(*world_, seconds); }));
}

StepResult TaskEnv::see(void* seen) {
  over_ = world_->end().has_value();
  writer_.write(*world_, seen);
  if (setup_->actions == Actions::kPlanner) writer_.update_table(*world_);
  return {.reward = reward(),
          .over = over_,
          .passed = world_->end() == End::kPigsGone,
          .score = world_->score(),
          .shots_left = world_->birds_left(),
          .task = task_};
}

double TaskEnv::reward() {
  if (setup_->reward == Reward::kSparse) return world_->end() == End::kPigsGone ? 1 : 0;
  const double before = std::exchange(pig_life_, pig_life(*world_));
  return before - pig_life_;
}

void TaskEnv::mask(std::uint8_t* into) const {
  for (int a = 0; a < planner_actions(); ++a)
    into[a] = action_shot(ActionSet::kPlanner, a, writer_.table()) ? 1 : 0;
}

}  // namespace novphy::python
