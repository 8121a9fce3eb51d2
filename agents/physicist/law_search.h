#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/law.h"

namespace novphy {

/// A law with what speaks for it.
struct HeldLaw {
  Law law{};
  double log_likelihood = 0;  ///< of the episodes since the suspicion
  double complexity = 0;      ///< of the law, in the surroundings in which it was found
  /// The logarithm of the law's weight, up to a constant. Frames of a flight are not independent of each
  /// other, so that likelihoods count half.
  double log_weight() const { return log_likelihood / 2 - complexity; }
};

/// How exactly the numbers of a law are known (Exactness::law).
inline constexpr double kLawShare = 0.04;

/// Sorts by weight, the greatest first. Laws of equal weight keep their order.
void sort_by_weight(std::vector<HeldLaw>& laws);

std::vector<Law> laws_of(const std::vector<HeldLaw>& held);

/// The laws with what the episodes say for them, from so many plays of each; the most probable first.
std::vector<HeldLaw> scored(const std::vector<Law>& laws, std::span<const Episode> episodes,
                            std::size_t plays, const Simulator& simulator, const Surroundings& here);

/// Looks for laws that explain the episodes better than `known` do. Where the bird flew strangely before
/// anything else happened, its flight alone decides which structures are tried, and their numbers are fitted
/// to it. Else all conceivable laws that hardly touch the bird's flight are compared up to a moment after the
/// first surprise. The best are compared over all episodes. Returns the most probable first; the normal law
/// is among those that are compared. `key` is the index of the episode that surprised most. `plays` bounds
/// the work (see PhysicistOptions::plays).
std::vector<HeldLaw> find_laws(const std::vector<Episode>& episodes, std::size_t key,
                               const std::vector<Law>& known, int plays, const Simulator& simulator);

}  // namespace novphy
