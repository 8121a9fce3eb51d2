#pragma once

#include <compare>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "agents/simple_agents.h"
#include "sim/rng.h"

namespace novphy {

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
