#include "python/task_env.h"

#include <numeric>
#include <stdexcept>

#include "sim/world.h"

namespace novphy::python {
namespace {

/// Moves the world by this many seconds, or to the end of the turn. Returns whether the turn goes on.
bool advance_turn(World& world, double seconds) {
  constexpr double kSumErrorS = 1e-9;  // rounding error of the sum of time steps
  const double until_s = world.time_s() + seconds - kSumErrorS;
  while (!world.end() && !world.ready() && world.time_s() < until_s) world.tick();
  return !world.end() && !world.ready();
}

}  // namespace

int TaskEnv::draw_episode(Rng& rng) {
  if (order_.empty()) {
    order_.resize(setup().tasks.size());
    std::iota(order_.begin(), order_.end(), 0);
    shuffle(order_, rng);
  }
  const int task = order_.back();
  order_.pop_back();
  return task;
}

StepResult TaskEnv::begin(int task, const Row& row) {
  task_ = task;
  world_ = std::make_unique<World>(setup().tasks[static_cast<std::size_t>(task)], catalogue(),
                                   physics(setup().options.physics));
  begin_task(*world_);
  return result(row);
}

StepResult TaskEnv::step(const Action& action, const Row& row) {
  if (!world_) throw std::logic_error("step() before reset()");
  if (over_) throw std::logic_error("step() after the end of the episode: call reset() first");
  throw_bird(shot_of(setup().actions, action, table()));
  return result(row);
}

void TaskEnv::throw_bird(const Shot& shot) {
  if (!films()) return play_turn(*world_, shot);
  film_.add(*world_, pull_stages(*world_, shot, setup().frame_s));
  world_->launch(shot);
  film_.add(*world_, flight_stages(*world_, setup().frame_s,
                                   [this](double seconds) { return advance_turn(*world_, seconds); }));
}

StepResult TaskEnv::result(const Row& row) {
  over_ = world_->end().has_value();
  see(*world_, row.seen);
  return {.reward = reward(*world_),
          .over = over_,
          .task_over = over_,
          .passed = world_->end() == End::kPigsGone,
          .score = world_->score(),
          .shots_left = world_->birds_left(),
          .episode = task_};
}

Reel TaskEnv::now() const {
  Reel reel;
  reel.add(*world_);
  return reel;
}

}  // namespace novphy::python
