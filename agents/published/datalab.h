#pragma once

#include <optional>

#include "agents/agent.h"
#include "agents/kinds.h"
#include "agents/published/planner.h"
#include "sim/rng.h"

namespace novphy {

/// The published Datalab, in the port that the paper used. The agent tells kinds by their colours, weighs
/// throws at pigs, at TNT near pigs and at buildings (datalab_rules.h), and throws at random where there is
/// no such throw. The agent needs no labels and remembers nothing.
class Datalab : public Agent {
 public:
  /// `colours`: the ordinary appearances, by which kinds are told.
  explicit Datalab(const ColourTable& colours) : kinds_(colours) {}

  void begin_trial(std::uint64_t seed) override;
  Shot choose(const Observation& seen) override;

 private:
  Kinds kinds_;
  Rng rng_ = Rng::stream(0, "agents/datalab");
};

}  // namespace novphy
