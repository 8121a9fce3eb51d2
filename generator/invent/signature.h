#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/invent/invention.h"

namespace novphy {

/// A body at a moment of a play. One that is gone keeps its last place.
struct SeenBody {
  Vec2 at_m{};
  bool present = false;
};
/// The ways of all bodies in plays of the probe throws, every kProbeEverySteps time steps.
using ProbeWays = std::vector<std::vector<std::vector<SeenBody>>>;  ///< by probe, time and body

/// The change that a novelty makes to the ways of all bodies, over a fixed set of probe throws.
class Probes {
 public:
  /// The probes are six throws of one bird, and up to four of the old plays. The catalogue must outlive
  /// this object.
  Probes(const Task& normal, const OldWays& ways, const SolverNumbers& numbers);

  /// The signature of a novelty: for each probe, time, and object and bird of the normal task, the difference
  /// of both coordinates as log(1 + distance / kVisible_m) with its sign, and whether the body is gone: as
  /// kGone_m if it is so with the novelty alone, -kGone_m without it alone. The novel task has the same
  /// birds, and the same objects or more behind them. Throws as World does.
  std::vector<double> signature(const Task& novel) const;
  /// The share of probes in which some body is farther than kVisible_m from its normal way, or is gone, at
  /// some time.
  double visible_share(const std::vector<double>& signature) const;
  /// How many of the old plays, thrown one after the other, it takes in the mean until one of them is one of
  /// those: 1 where all are, kOldProbes + 1 where none is.
  double notice_throws(const std::vector<double>& signature) const;
  const Task& task() const { return task_; }
  const Catalogue& catalogue() const { return catalogue_; }

 private:
  ProbeWays ways_of(const Task& task) const;
  std::vector<bool> visible(const std::vector<double>& signature) const;

  const Catalogue& catalogue_;
  Physics physics_;  ///< without certain ends, which a field delays even where it changes no way
  Task task_;
  std::vector<std::vector<Shot>> throws_;
  ProbeWays normal_;
};

inline constexpr std::size_t kOldProbes = 4;
inline constexpr double kVisible_m = 0.3;
inline constexpr double kGone_m = 1;

/// How far a novelty's signature is from a known one: the root of the mean square of what is left of it when
/// the other is taken off, as a share of its own. 0: they are equal; 1: the other explains nothing.
double distance(const std::vector<double>& signature, const std::vector<double>& known);

/// A known novelty that explains a signature best, after its free numbers were fitted.
struct NearestKnown {
  std::string name{};  ///< such as "wind in a box"
  double distance = 1;
  friend bool operator==(const NearestKnown&, const NearestKnown&) = default;
};

/// Groups things by their distances: the two groups whose members are nearest in the mean are joined, until
/// none are nearer than `least`. Groups and members keep their order.
std::vector<std::vector<std::size_t>> clusters(
    std::size_t count, const std::function<double(std::size_t, std::size_t)>& distance, double least);

/// Fits every known law to the signature, with its strength, direction, place and size, or the object that it
/// changes. The known laws are those of the table of novelties that change motion: wind everywhere or in a
/// box, other turbulence, gravity, launch speed, the mirrored slingshot, magnets, and objects that are unlike
/// their kind. Places are searched from that of the invention on. A signature of zeros is at a distance of 0
/// from "no change". The fit ends early at a distance below `near_enough`.
NearestKnown nearest_known(const Probes& probes, const Invention& invention,
                           const std::vector<double>& signature, double near_enough);

}  // namespace novphy
