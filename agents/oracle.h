#pragma once

#include <functional>
#include <vector>

#include "agents/agent.h"

namespace novphy {

/// Shots that pass a task, one for each bird; fewer, or none, where none are known.
using Solve = std::function<std::vector<Shot>(const Task&)>;

/// The ceiling beside the floor of `random`: is told each task, throws what a solver found for it, and says
/// whether there is a novelty in it. Where nothing is known to pass it throws at 45 degrees.
class Oracle : public Agent {
 public:
  explicit Oracle(Solve solve) : solve_(std::move(solve)) {}
  Senses senses() const override { return {.task = true}; }
  void told_task(const Task& task) override;
  Shot choose(const Observation& seen) override;
  NoveltyReport novelty() override { return {.probability = novel_ ? 1.0 : 0.0}; }

 private:
  Solve solve_;
  std::vector<Shot> shots_{};
  std::size_t next_ = 0;
  bool novel_ = false;
  bool faces_left_ = false;
};

}  // namespace novphy
