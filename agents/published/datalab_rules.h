#pragma once

#include <optional>
#include <vector>

#include "agents/agent.h"
#include "agents/published/planner.h"
#include "agents/sighted.h"
#include "agents/throws.h"
#include "sim/rng.h"

/// Datalab's rules, without its random throw. docs/agents.md says which rules are sure and which declared.
namespace novphy::datalab {

/// A throw and what one of Datalab's strategies thinks of it.
struct Candidate {
  PlannedThrow planned;   ///< the throw
  double path_score = 0;  ///< 0 for a clear path, negative otherwise, and 1 more for the middle of a pig
  double score = 0;       ///< what the throw is worth to its strategy
};

/// What the blocks in the way of a throw cost: 0 for a clear path, -65536 with a platform in the way, -4096
/// for a path without points.
double path_score(const Aiming& aiming, const PlannedThrow& planned);

/// The strategy Pigs: throws at all pigs.
std::vector<Candidate> pig_candidates(const Aiming& aiming);

/// Throws at all TNT near which a pig is.
std::vector<PlannedThrow> tnt_throws(const Aiming& aiming);

/// What stands near enough to TNT to be harmed where the TNT is hit at this point.
int surroundings_score(const SightedObjects& sight, Pixel aim);

/// The strategy Dynamite: throws at TNT near which a pig is.
std::vector<Candidate> tnt_candidates(const Aiming& aiming);

/// Sorts the throws: the best path first, then by pigs on the path, by the column aimed at, and the low throw
/// first where the angles differ by a radian at least. Throws that are equal in all of this keep their order.
void sort_candidates(const Aiming& aiming, std::vector<Candidate>& candidates);

/// The candidate of a sorted list that Datalab throws: of the first candidates of all targets the one whose
/// bird harms what it meets first the least, unless another bird of the level harms that more. Else the first
/// of the list. Null for an empty list.
const Candidate* chosen(const Aiming& aiming, const std::vector<Candidate>& sorted);

/// The candidate with the highest score of the strategies Building, Pigs and Dynamite, in this order.
/// `draws` decides between the points of a building's block. Nothing where there is nothing to throw at.
std::optional<Candidate> best_candidate(const Aiming& aiming, Rng& draws);

/// When to tap, in milliseconds after the launch.
int tap_ms(const Aiming& aiming, const PlannedThrow& planned, Rng& draws);

}  // namespace novphy::datalab

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
