#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "sim/rng.h"

namespace novphy {

/// A range of drags in whole pixels from the reference point, x to the right and y up. Both ends belong to
/// the range.
struct DragRange {
  int left_px = 0;
  int right_px = 0;
  int down_px = 0;
  int up_px = 0;
};

/// The range in the published code: left of the slingshot only, so that shots go to the right.
inline constexpr DragRange kCodeRange{.left_px = -200, .right_px = -10, .down_px = -200, .up_px = 200};
/// The range in the paper's text: all around the slingshot.
inline constexpr DragRange kPaperRange{.left_px = -200, .right_px = 200, .down_px = -200, .up_px = 200};

/// The published Random agent. It draws the release point uniformly from a rectangle around the slingshot and
/// ignores the observation.
class RandomAgent : public Agent {
 public:
  explicit RandomAgent(const DragRange& range = kCodeRange) : range_(range) {}

  void begin_trial(std::uint64_t seed) override;
  Shot choose(const Observation& seen) override;

 private:
  DragRange range_;
  Rng rng_ = Rng::stream(0, "agents/random");
};

/// Finds shots that pass a task, one for each bird. The result may have fewer shots, or none if no solution
/// is known.
using Solve = std::function<std::vector<Shot>(const Task&)>;

/// The agent that serves as the ceiling, as the random agent serves as the floor. It is told each task,
/// throws the shots that a solver found for it, and says whether the task holds a novelty. Without a known
/// shot it throws at 45 degrees.
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

/// The published Pig Shooter. It draws a pig and throws at the pig's middle; a coin decides between the low
/// and the high flight. It needs developer labels. If it sees no pig, or can reach none, it releases the bird
/// at a fixed point far down left. (The published program crashes if it sees no pig.)
class PigShooter : public Agent {
 public:
  void begin_trial(std::uint64_t seed) override;
  Shot choose(const Observation& seen) override;

 private:
  Rng rng_ = Rng::stream(0, "agents/pig_shooter");
};

/// What Naive Adapt tries: an object, an arc and a wait.
struct Triple {
  std::string kind;  ///< "pig", or a label without its state of damage
  int number = 0;    ///< within the kind, counted from the left, from 0
  bool high = false;
  bool late = false;  ///< launched 5 s after the previous bird
  auto operator<=>(const Triple&) const = default;
};

/// Naive Adapt, after the paper's description. It plays as Pig Shooter until it is told of a novelty, and
/// then searches for a triple of object, arc and wait that passes tasks. It needs developer labels. In an
/// uninformed trial it stays Pig Shooter.
class NaiveAdapt : public Agent {
 public:
  void begin_trial(std::uint64_t seed) override;
  void told_novel() override { told_ = true; }
  void begin_task() override { first_bird_ = true; }
  Shot choose(const Observation& seen) override;
  void end_task(const TaskResult& result) override;

  /// The triple of the last shot. Nothing before the novelty, and when no object was in reach.
  const std::optional<Triple>& last_triple() const { return last_; }

 private:
  /// The first triple of the list that has not been tried. After the last one, the agent forgets all tries
  /// and starts again with the first.
  std::optional<Triple> untried(const std::vector<Triple>& list);

  PigShooter before_{};
  Rng rng_ = Rng::stream(0, "agents/naive_adapt");
  bool told_ = false;
  bool first_bird_ = true;  ///< of the task
  std::set<Triple> tried_{};
  std::optional<Triple> kept_{};  ///< passed the last task
  std::optional<Triple> last_{};
};

}  // namespace novphy
