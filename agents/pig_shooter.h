#pragma once

#include "agents/agent.h"
#include "sim/rng.h"

namespace novphy {

/// The published Pig Shooter: picks a pig and throws at its middle, low or high by a coin. Needs developer
/// labels. Where it sees no pig (the published one crashes), or none in reach, it lets go at a fixed point
/// far down left.
class PigShooter : public Agent {
 public:
  void begin_trial(std::uint64_t seed) override;
  Shot choose(const Observation& seen) override;

 private:
  Rng rng_ = Rng::stream(0, "agents/pig_shooter");
};

}  // namespace novphy
