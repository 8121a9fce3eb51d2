#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "agents/physicist/posterior.h"
#include "agents/physicist/track_laws.h"

namespace novphy {

/// A track that differs from a law by so many standard deviations is not as the law says.
inline constexpr double kStrangeMisfit = 2.5;

/// Laws that tracks propose. The force that pushes a body besides what the normal world does is regressed
/// (force_regression.h); a launch that goes elsewhere proposes another launch, a leap a portal. Their
/// numbers, those of laws that were known before, and of the best hypotheses that birds feel are then fitted
/// to the ways. Best first, by log-likelihood / 2 - complexity; at most so many. Portals where a bird leaps
/// stand at the end, since no track tells of them. Without Simulator::proposals there are none of these but
/// hypotheses.
std::vector<WeightedLaw> proposals(std::span<const BodyTrack> tracks, const std::vector<Law>& known,
                                   const Surroundings& here, std::size_t most, const Simulator& simulator);

/// The law with numbers that explain the tracks best, from its own on; the law itself if a world does not
/// take it in the first track's task.
Law refitted(const Law& law, std::span<const BodyTrack> tracks, const Surroundings& here,
             const Simulator& simulator);

/// Whether some of the tracks are not as the law says.
bool any_strange(std::span<const BodyTrack> tracks, const Law& law, const Catalogue& catalogue);

}  // namespace novphy
