#pragma once

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

/// The range in the published code: left of the slingshot, so that shots go to the right.
inline constexpr DragRange kCodeRange{.left_px = -200, .right_px = -10, .down_px = -200, .up_px = 200};
/// The range in the paper's text: all around the slingshot.
inline constexpr DragRange kPaperRange{.left_px = -200, .right_px = 200, .down_px = -200, .up_px = 200};

/// The published Random agent. The agent draws its release uniformly from a rectangle around the slingshot
/// and ignores the observation.
class RandomAgent : public Agent {
 public:
  explicit RandomAgent(const DragRange& range = kCodeRange) : range_(range) {}

  void begin_trial(std::uint64_t seed) override;
  Shot choose(const Observation& seen) override;

 private:
  DragRange range_;
  Rng rng_ = Rng::stream(0, "agents/random");
};

}  // namespace novphy
