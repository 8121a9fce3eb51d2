#pragma once

#include <optional>
#include <vector>

#include "agents/throws.h"

/// Datalab's rules, except its random throw. docs/reference/agents.md says how certain each of them is.
namespace novphy::datalab {

inline constexpr double kPigScore = 5000;  ///< what a pig is worth

/// A throw and how one of Datalab's strategies rates it.
struct Candidate {
  PlannedThrow planned;   ///< the throw
  double path_score = 0;  ///< 0 for a clear path, negative otherwise; 1 is added for the middle of a pig
  double score = 0;       ///< the throw's worth in its strategy
};

/// The penalty for what is in the way of a throw: 0 for a clear path, -65536 with a platform in the way,
/// -4096 for a path without points.
double path_score(const Aiming& aiming, const PlannedThrow& planned);

/// The strategy Pigs: throws at all pigs.
std::vector<Candidate> pig_candidates(const Aiming& aiming);

/// Datalab's strategy Building: for each building, the best throw at the left edge of one of its blocks. A
/// building has at least three blocks that touch, and a pig inside or near. `draws` decides between the
/// points of a block. White birds have no such throw.
std::vector<Candidate> building_candidates(const Aiming& aiming, Rng& draws);

/// Throws at all TNT that has a pig near it.
std::vector<PlannedThrow> tnt_throws(const Aiming& aiming);

/// The worth of everything near enough to TNT to be harmed if the TNT is hit at this point.
int surroundings_score(const SightedObjects& sight, Pixel aim);

/// The strategy Dynamite: throws at TNT that has a pig near it.
std::vector<Candidate> tnt_candidates(const Aiming& aiming);

/// Sorts the throws by the best path, then by pigs on the path, then by the column aimed at. Of those that
/// are equal so far, the low throw comes first if the angles differ by at least a radian. All others keep
/// their order.
void sort_candidates(const Aiming& aiming, std::vector<Candidate>& candidates);

/// The candidate of a sorted list that Datalab throws. Of the first candidates of all targets, this is the
/// one whose bird harms the thing it meets first the least, unless another bird of the level harms that thing
/// more. Otherwise it is the first of the list. Null for an empty list.
const Candidate* chosen(const Aiming& aiming, const std::vector<Candidate>& sorted);

/// The candidate with the highest score of the strategies Building, Pigs and Dynamite, tried in this order.
/// `draws` decides between the points of a building's block. Nothing if there is nothing to throw at.
std::optional<Candidate> best_candidate(const Aiming& aiming, Rng& draws);

/// When to tap, in milliseconds after the launch.
int tap_ms(const Aiming& aiming, const PlannedThrow& planned, Rng& draws);

}  // namespace novphy::datalab

namespace novphy {

/// The published Datalab, in the port that the paper used. It recognises kinds by their colours, weighs
/// throws at pigs, at TNT near pigs and at buildings (datalab_rules.h), and throws at random if there is no
/// such throw. It needs no labels and remembers nothing.
class Datalab : public Agent {
 public:
  /// `colours`: the ordinary appearances, from which it recognises kinds.
  explicit Datalab(const ColourTable& colours) : kinds_(colours) {}

  void begin_trial(std::uint64_t seed) override;
  Shot choose(const Observation& seen) override;

 private:
  KindClassifier kinds_;
  Rng rng_ = Rng::stream(0, "agents/datalab");
};

}  // namespace novphy
