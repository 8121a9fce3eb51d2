#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/observation.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

/// The information that a player gets at the end of a task.
struct TaskResult {
  bool passed = false;
  int score = 0;
  Observation last;  ///< the last picture
};

/// An agent's statement about the novelty, made after a task. Only the probability is needed.
struct NoveltyReport {
  double probability = 0;  ///< probability that the world has changed, 0 to 1
  /// The probability, 0 to 1, above which the agent says "novel". Where absent, measures use their own.
  std::optional<double> threshold{};
  std::optional<int> level{};  ///< level of the novelty hierarchy, 1 to 8
  std::vector<int> objects{};  ///< ids of novel objects, as observations give them
  std::string text{};
};

/// The form of an agent's observations.
struct Senses {
  bool screenshot = false;  ///< observations hold the picture
  double noise_px = 0;      ///< size of the noise in the symbolic state, 0 to 5 (view/noise.h)
  bool task = false;        ///< told_task() is called; only for agents that serve as a ceiling
};

/// Thrown by an agent that cannot go on, such as a program that died or gives wrong answers. The error ends
/// the agent's trial, never the run.
class AgentError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A player. One object plays one trial; only choose() must be written. Any call may throw AgentError.
class Agent {
 public:
  virtual ~Agent() = default;

  /// The shot for the bird on the slingshot.
  virtual Shot choose(const Observation& seen) = 0;

  /// Called once, before the first observation. A picture costs time and is made only where senses() ask for
  /// pictures.
  virtual Senses senses() const { return {}; }
  virtual void begin_trial(std::uint64_t /*seed*/) {}
  /// The largest number of normal tasks that the agent wants to play before each trial. The plan may hold
  /// fewer.
  virtual int training_tasks() const { return 0; }
  /// Tells the agent that the world has changed. Called once, before the first novel task of an informed
  /// trial.
  virtual void told_novel() {}
  /// Time between two frames in flight, in simulated milliseconds; 0: no frames.
  virtual int watch_every_ms() const { return 0; }
  /// Shows the agent a frame in flight.
  virtual void watch(const Observation& /*seen*/) {}
  virtual void begin_task() {}
  /// Gives the agent the whole task that begins, its novelty included. Called only where senses() ask for the
  /// task.
  virtual void told_task(const Task& /*task*/) {}
  virtual void end_task(const TaskResult& /*result*/) {}
  /// Called after each task of a trial.
  virtual NoveltyReport novelty() { return {}; }
};

}  // namespace novphy
