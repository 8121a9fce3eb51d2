#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "agents/physicist/planner.h"
#include "agents/physicist/posterior.h"

namespace novphy {

/// Where the world may differ from the normal one: in visible air turbulence, then near unfamiliar objects.
/// Planned throws are told apart by whether their birds come there (PossibleWorld::watch()).
std::vector<Box> suspect_places(const Believed& believed);

/// What a trial's throws have touched, by appearance, and which throw would tell most.
class Touched {
 public:
  /// Notes what the bird moved, and the unfamiliar things that it came near. `passed`: the throw passed a
  /// task of a changed world, so that what it moved is worth another throw.
  void note(const Episode& episode, bool passed);

  /// The throw that touches most of what no throw has touched: unfamiliar things before others, and those
  /// that most tasks of the trial have before those that stand in one of them. Where all are touched, the
  /// throw whose flights under laws that may hold differ most from normal ones.
  Pull telling_throw(const Episode& episode, std::vector<MovingPull> throws, const LawPosterior& laws,
                     const Simulator& simulator, std::uint64_t seed) const;

 private:
  double curiosity(const Episode& episode, const MovingPull& pull) const;

  std::map<std::string, int> throws_{};  ///< that touched each of these
  std::map<std::string, int> had_{};     ///< throws of tasks that had it
  int noted_ = 0;
  std::set<std::string> at_pass_{};  ///< what the last throw moved that passed
};

}  // namespace novphy
