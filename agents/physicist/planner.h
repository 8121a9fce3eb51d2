#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "agents/physicist/law.h"
#include "sim/catalogue.h"
#include "sim/shot.h"
#include "sim/task.h"
#include "sim/world.h"

namespace novphy {

/// A throw that the planner considers: the launch direction and how far the bird is pulled back.
struct Pull {
  double angle_rad = 0;  ///< 0 is to the right, counter-clockwise
  double pull_m = 1;
  friend bool operator==(const Pull&, const Pull&) = default;
};

inline Shot shot_of(const Pull& aim) { return aimed(aim.angle_rad, aim.pull_m); }

/// What a throw does in a world.
struct ThrowResult {
  /// 1 if it passes the task at once, a little less if the same throw of the birds that are left passes it
  /// then, else 0.
  double value = 0;
  /// A bit for each object that the first bird's turn moves or destroys, and for each watched place to which
  /// the bird comes.
  std::uint64_t moved = 0;
};

/// A world that may be the real one: a drawn believed task under a law, at rest. Throws are tried in it.
class PossibleWorld {
 public:
  /// The catalogue must outlive the object. Throws std::invalid_argument for a task that World refuses.
  PossibleWorld(const Task& task, const Law& law, const Catalogue& catalogue, const Physics& physics);

  /// Tells throws apart by whether their birds come to these places, too.
  void watch(std::vector<Box> places) { places_ = std::move(places); }

  /// What a throw does here.
  ThrowResult result(const Pull& aim);
  /// The world at rest, before the throw.
  World& at_rest();
  const Law& law() const { return law_; }

 private:
  Law law_;
  World world_;
  World::Snapshot start_;
  std::vector<BodyView> objects_;
  std::vector<Box> places_{};
};

/// The number of possible worlds in which the agent plans.
inline constexpr std::size_t kWorlds = 18;

/// A throw, with the mean of its values in the worlds in which it was tried last, which are not those for
/// which it was chosen.
struct PlannedPull {
  Pull aim{};
  double probability = 0;
};

struct PlanLimits {
  /// Most throws that are tried, at least some 350. Half of them do where few pass, a third where many do.
  int plays = 1000;
  unsigned threads = 1;  ///< never changes the plan
};

/// What planning finds.
struct ThrowPlan {
  PlannedPull best{};  ///< the throw that most probably passes
  /// Throws that move different things or come to different watched places, one for each set of them: the
  /// sets of most throws first.
  std::vector<Pull> various{};
};

/// The mean of the throw's values in the worlds.
double mean_value(std::span<PossibleWorld> worlds, const Pull& aim, unsigned threads);

/// The throw that passes the task in most of the worlds, coarse to fine: a grid of throws, each tried in one
/// world; those around throws that pass in another; then the best of them and their neighbours in ever more
/// worlds; the last estimate is made in worlds that chose nothing. `worlds` holds at least one world.
ThrowPlan plan_throw(std::span<PossibleWorld> worlds, bool faces_left, bool falls_up,
                     const PlanLimits& limits);

}  // namespace novphy
