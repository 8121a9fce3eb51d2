#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "agents/agent.h"
#include "agents/physicist/physicist_options.h"
#include "sim/catalogue.h"
#include "sim/observation.h"

namespace novphy {

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
