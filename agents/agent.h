#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/observation.h"
#include "sim/task.h"

namespace novphy {

/// What a player learns at the end of a task.
struct TaskResult {
  bool passed = false;
  int score = 0;
  Observation last;  ///< the last picture
};

/// What an agent says about the novelty after a task. Only the probability is required.
struct NoveltyReport {
  double probability = 0;  ///< probability that the world has changed, 0 to 1
  /// The probability, 0 to 1, above which the agent says "novel". If absent, measures use a threshold of
  /// their own.
  std::optional<double> threshold{};
  std::optional<int> level{};  ///< level of the novelty hierarchy, 1 to 8
  std::vector<int> objects{};  ///< ids of novel objects, as observations give them
  std::string text{};
};

/// What an agent wants its observations to contain.
struct Senses {
  bool screenshot = false;  ///< observations hold the picture
  int picture_scale = 1;    ///< times 640 x 480 pixels; 1 in answers of programs
  bool text = true;         ///< the agent is given the scene as text or numbers; else as the picture alone
  double noise_px = 0;      ///< size of the noise in the symbolic state, 0 to 5 (view/geojson.h)
  bool task = false;        ///< told_task() is called; only for agents that serve as the ceiling
};

/// Thrown by an agent that cannot go on, such as a program that died or gave a wrong answer. This ends the
/// agent's trial, never the run.
class AgentError : public std::runtime_error {
 public:
  enum class Cause { kEnded, kSilent, kWrongAnswer };
  explicit AgentError(const std::string& what, Cause cause = Cause::kEnded)
      : std::runtime_error(what), cause_(cause) {}
  Cause cause() const { return cause_; }

 private:
  Cause cause_;
};

/// Thrown by choose() where the agent does not shoot. This ends the task without a further shot, and the
/// trial goes on.
class GivesUp : public std::exception {
 public:
  const char* what() const noexcept override { return "the agent gives the task up"; }
};

/// What Answer::hit says of a throw that first touches the ground, or nothing at all.
inline constexpr int kHitsGround = -1, kHitsNothing = -2;

/// A throw that an agent is asked about after its trial.
struct Question {
  Observation seen;  ///< of a task of the world at the trial's end, before its first throw
  Shot shot;         ///< of the first bird; no other follows
};

/// What an agent says of a throw. What it does not know is left out.
struct Answer {
  /// The bird's last place before it goes or the task ends, on the screen of the question's observation.
  std::optional<Vec2> end_px{};
  std::optional<int> hit{};        ///< id of the object that it touches first, kHitsGround or kHitsNothing
  std::optional<double> passes{};  ///< probability that the throw passes the task, 0 to 1
};

/// A player. One object plays one trial; only choose() must be written. Any call may throw AgentError.
class Agent {
 public:
  virtual ~Agent() = default;

  /// The shot for the bird on the slingshot. May throw GivesUp.
  virtual Shot choose(const Observation& seen) = 0;

  /// Called once, before the first observation. Pictures cost time, so they are made only if senses() asks
  /// for them.
  virtual Senses senses() const { return {}; }
  virtual void begin_trial(std::uint64_t /*seed*/) {}
  /// The largest number of normal tasks that the agent wants to play before each trial. The plan may have
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
  /// Gives the agent the whole task that begins, including its novelty. Called only if senses() asks for the
  /// task.
  virtual void told_task(const Task& /*task*/) {}
  virtual void end_task(const TaskResult& /*result*/) {}
  /// Called after each task of a trial.
  virtual NoveltyReport novelty() { return {}; }
  /// Called after each task: the seconds by the wall clock that its answers took since the last call.
  /// Nothing: they are not measured.
  virtual std::optional<double> answered_in_s() { return std::nullopt; }
  /// Called after the last task of a trial, for each question of the run. Nothing: the agent cannot answer.
  virtual std::optional<Answer> answer(const Question& /*question*/) { return std::nullopt; }
};

}  // namespace novphy
