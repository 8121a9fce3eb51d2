#pragma once

#include <memory>
#include <vector>

#include "python/env.h"

namespace novphy::python {

/// An episode is a task. The order of tasks is drawn from the seed, anew for each round through all tasks.
class TaskEnv : public Env {
 public:
  using Env::Env;

  StepResult step(const Action& action, const Row& row) override;
  bool begun() const override { return world_ != nullptr; }
  Reel now() const override;

 private:
  int draw_episode(Rng& rng) override;
  void begin_draws() override { order_.clear(); }
  StepResult begin(int task, const Row& row) override;
  void throw_bird(const Shot& shot);
  StepResult result(const Row& row);

  std::vector<int> order_{};  ///< the rest of this round, last first
  int task_ = 0;
  std::unique_ptr<World> world_{};
};

}  // namespace novphy::python
