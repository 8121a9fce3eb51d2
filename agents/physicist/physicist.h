#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "agents/agent.h"
#include "agents/physicist/planner.h"
#include "sim/catalogue.h"
#include "sim/observation.h"

namespace novphy {

/// How much speaks for a changed world, over the tasks of a trial. One strange throw alone is no alarm,
/// because the world is chaotic; a second one soon after it is. An alarm stays.
class Suspicion {
 public:
  /// After a throw: by how much the normal world was surprised (surprise() in likelihood.h).
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
/// nothing but observations and results.
class Physicist : public Agent {
 public:
  Physicist(const Catalogue& catalogue, const Physics& search, const ColourTable& colours,
            const PhysicistOptions& options = {});
  ~Physicist() override;

  Shot choose(const Observation& seen) override;
  Senses senses() const override;
  void begin_trial(std::uint64_t seed) override;
  int watch_every_ms() const override;
  void watch(const Observation& seen) override;
  void begin_task() override;
  void end_task(const TaskResult& result) override;
  NoveltyReport novelty() override;

 private:
  struct Mind;
  std::unique_ptr<Mind> mind_;
};

}  // namespace novphy
