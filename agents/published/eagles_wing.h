#pragma once

#include <optional>
#include <span>
#include <vector>

#include "agents/throws.h"

/// The rules of Eagle's Wing, except its random throw. docs/reference/agents/eagles_wing.md says how certain
/// each of them is.
namespace novphy::eagles_wing {

/// Whether an outline is that of a ball: at least eight corners, all about equally far from the middle.
bool is_round(const std::vector<Pixel>& outline);

/// The strategy RoundStone: clear throws at balls that are left of and above a pig, and at the lowest block
/// of wood or ice that carries a ball above a pig.
std::vector<ScoredThrow> round_stone_throws(const Aiming& aiming, const Observation& seen);

/// What the agent knows besides the observation.
struct Situation {
  bool sees_circles = false;  ///< the variant with the strategy RoundStone
  bool first_shot = true;     ///< of the task
};

/// The best throw at a pig, compared by path (clear, blocks in the way, platform in the way), then pigs on
/// the path, then column and angle, the low throw before the high one. Nothing if no pig is in reach.
std::optional<PlannedThrow> pig_throw(const Aiming& aiming);

/// The score that the strategy Penetration gives a throw at a pig: 20 for each block that the bird breaks on
/// the whole path before the first block that it cannot break, and 40 for each pig or TNT; 0 if these are too
/// small a share of all blocks. Nothing for birds that break nothing, with a platform in the way, or with
/// another block in the way before the pig.
std::optional<int> penetration_score(const Aiming& aiming, const PlannedThrow& planned, bool first_shot);

/// The throw that Eagle's Wing chooses. Nothing if there is nothing to throw at.
std::optional<PlannedThrow> best_throw(const Aiming& aiming, const Observation& seen,
                                       const Situation& situation);

/// When to tap, in milliseconds after the launch.
int tap_ms(const Aiming& aiming, const PlannedThrow& planned);

/// The speed factor of Eagle's Wing after it saw a flight. A parabola through the reference point is fitted
/// to the points. The ratio of the fitted launch speed to that of the planner's table changes the factor if
/// this ratio is from 0.9 to 1.1 and the flight begins between 30 and 67.3 degrees. Otherwise the factor
/// stays. Points left of the reference point do not count.
double refitted_speed_factor(const PixelBox& slingshot, std::span<const Pixel> flight, double factor);

}  // namespace novphy::eagles_wing

namespace novphy {

/// Eagle's Wing, after its public source and its author's description. It throws first at pigs that nothing
/// protects, and learns the launch speed from its own flights. It needs no labels.
class EaglesWing : public Agent {
 public:
  /// `colours`: the ordinary appearances, from which it recognises kinds. `sees_circles`: the variant that
  /// sees round outlines.
  explicit EaglesWing(const ColourTable& colours, bool sees_circles = false)
      : kinds_(colours), sees_circles_(sees_circles) {}

  void begin_trial(std::uint64_t seed) override;
  void begin_task() override;
  Shot choose(const Observation& seen) override;
  void end_task(const TaskResult& result) override;

  /// The factor by which the planner's launch speeds are scaled now.
  double speed_factor() const { return speed_factor_; }

 private:
  void learn_speed(const Observation& seen);

  KindClassifier kinds_;
  bool sees_circles_;
  double speed_factor_ = 1;
  bool first_shot_ = true;
  std::optional<int> free_until_x_px_{};  ///< column at which the last throw meets something; none: there was
                                          ///< no throw
  Rng rng_ = Rng::stream(0, "agents/eagles_wing");
};

}  // namespace novphy
