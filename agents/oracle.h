#pragma once

#include <functional>
#include <vector>

#include "agents/agent.h"

namespace novphy {

/// Finds shots that pass a task, one for each bird. The result may be shorter, or empty where no solution is
/// known.
using Solve = std::function<std::vector<Shot>(const Task&)>;

/// An agent that serves as the ceiling of performance, as the random agent serves as the floor. The oracle is
/// told each task, throws the shots that a solver found for the task, and says whether the task holds a
/// novelty. Where no shot is known, the oracle throws at 45 degrees.
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
