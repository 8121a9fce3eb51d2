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

/// What a player learns at the end of a task.
struct TaskResult {
  bool passed = false;
  int score = 0;
  Observation last;  ///< the last picture
};

/// What an agent says after a task about the novelty. Only the probability is needed.
struct NoveltyReport {
  double probability = 0;      ///< that the world has changed, 0 to 1
  std::optional<int> level{};  ///< of the novelty hierarchy, 1 to 8
  std::vector<int> objects{};  ///< ids seen in observations
  std::string text{};
};

/// What an agent sees besides the symbolic state, and how exact that is.
struct Senses {
  bool screenshot = false;  ///< observations hold the picture
  double noise_px = 0;      ///< the symbolic state is noisy by so much, 0 to 5: see view/noise.h
  bool task = false;        ///< told_task() is called: for ceilings, no player knows so much
};

/// An agent that cannot go on (a dead or babbling program): ends its own trial, never the run.
class AgentError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A player. One object plays one trial; only choose() must be written. Any call may throw AgentError.
class Agent {
 public:
  virtual ~Agent() = default;

  /// The shot for the bird on the slingshot.
  virtual Shot choose(const Observation& seen) = 0;

  /// Asked once, before the first observation. The picture costs time and is made only where it is asked for.
  virtual Senses senses() const { return {}; }
  virtual void begin_trial(std::uint64_t /*seed*/) {}
  /// How many normal tasks it wants to play before each trial, at most (the plan may hold fewer).
  virtual int training_tasks() const { return 0; }
  /// The world has changed: said once, before the first novel task of an informed trial.
  virtual void told_novel() {}
  /// Frames in flight, one each watch_every_ms() of simulated time; 0: none.
  virtual int watch_every_ms() const { return 0; }
  virtual void watch(const Observation& /*seen*/) {}
  virtual void begin_task() {}
  /// The task that begins, novelty and all. Only where senses() ask for it.
  virtual void told_task(const Task& /*task*/) {}
  virtual void end_task(const TaskResult& /*result*/) {}
  /// Asked after each task of a trial.
  virtual NoveltyReport novelty() { return {}; }
};

/// A row of the table of agents.
struct AgentEntry {
  std::string name;
  std::string doc;            ///< one sentence
  bool needs_labels = false;  ///< sees developer labels; records say so
};

}  // namespace novphy
