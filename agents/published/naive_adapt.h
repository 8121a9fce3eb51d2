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
  int number = 0;    ///< within the kind, from the left, from 0
  bool high = false;
  bool late = false;  ///< launched 5 s after the bird before
  auto operator<=>(const Triple&) const = default;
};

/// Naive Adapt, after the paper's description: Pig Shooter until the agent is told of a novelty, then a
/// search for a triple of object, arc and wait that passes tasks. Needs developer labels. In an uninformed
/// trial the agent stays Pig Shooter.
class NaiveAdapt : public Agent {
 public:
  void begin_trial(std::uint64_t seed) override;
  void told_novel() override { told_ = true; }
  void begin_task() override { first_bird_ = true; }
  Shot choose(const Observation& seen) override;
  void end_task(const TaskResult& result) override;

  /// The triple of the last shot; nothing before the novelty and where no object was in reach.
  const std::optional<Triple>& last_triple() const { return last_; }

 private:
  /// The first triple of the list that was not tried. After the last all is forgotten, and the first is next.
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
