#pragma once

#include "agents/agent.h"
#include "sim/rng.h"

namespace novphy {

/// The published Pig Shooter. The agent draws a pig and throws at the pig's middle. A coin decides between
/// the low and the high flight. The agent needs developer labels. Where no pig is seen or none is in reach,
/// the agent releases the bird at a fixed point far down left. The published program crashes where no pig is
/// seen.
class PigShooter : public Agent {
 public:
  void begin_trial(std::uint64_t seed) override;
  Shot choose(const Observation& seen) override;

 private:
  Rng rng_ = Rng::stream(0, "agents/pig_shooter");
};

}  // namespace novphy
