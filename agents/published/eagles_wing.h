#pragma once

#include <optional>

#include "agents/agent.h"
#include "agents/kinds.h"
#include "agents/published/planner.h"
#include "sim/rng.h"

namespace novphy {

/// Eagle's Wing, after its public source and its author's description: throws at pigs that nothing protects
/// first, and learns the launch speed from its own flights. Needs no labels.
class EaglesWing : public Agent {
 public:
  /// `colours`: the ordinary appearances, by which kinds are told. `sees_circles`: the variant that sees
  /// round outlines.
  explicit EaglesWing(const ColourTable& colours, bool sees_circles = false)
      : kinds_(colours), sees_circles_(sees_circles) {}

  void begin_trial(std::uint64_t seed) override;
  void begin_task() override;
  Shot choose(const Observation& seen) override;
  void end_task(const TaskResult& result) override;

  /// The factor by which the launch speeds of the planner are scaled now.
  double speed_factor() const { return speed_factor_; }

 private:
  void learn_speed(const Observation& seen);

  Kinds kinds_;
  bool sees_circles_;
  double speed_factor_ = 1;
  bool first_shot_ = true;
  std::optional<int> free_until_x_px_{};  ///< column at which the last throw meets something; none: no throw
  Rng rng_ = Rng::stream(0, "agents/eagles_wing");
};

}  // namespace novphy
