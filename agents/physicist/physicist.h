#pragma once

#include <memory>

#include "agents/agent.h"
#include "agents/physicist/planner.h"

namespace novphy {

/// Evidence for a changed world over the tasks of a trial, summed with decay. One surprising throw alone is
/// no alarm, because the world is chaotic; a second one soon after it is. An alarm stays.
class ChangeDetector {
 public:
  /// After a throw: by how much the normal world was surprised (surprise() in episode.h).
  void add(double surprise);
  /// Before the first throw of a task: in the normal world no throw passes it.
  void nothing_passes();
  /// Something is in sight that is unlike anything of the normal world.
  void unfamiliar() { alarmed_ = true; }

  bool alarmed() const { return alarmed_; }
  /// The probability that the world has changed. Above kAlarm once there is an alarm.
  double probability() const;
  static constexpr double kAlarm = 0.5;

 private:
  void add_up(double amount);

  double sum_ = 0;
  bool alarmed_ = false;
};

/// An agent that reasons with a simulator. It believes a task from what it sees, tries throws in drawn tasks
/// and takes the one that most probably passes. It compares what it saw with what it believed, and where the
/// world no longer does what its laws say, looks for a changed law that explains what it saw. It is told
/// nothing but observations and results. Throws as check_options() does.
std::unique_ptr<Agent> make_physicist(const Catalogue& catalogue, const Physics& search,
                                      const ColourTable& colours, const PhysicistOptions& options = {});

}  // namespace novphy
