#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "agents/physicist/posterior.h"
#include "agents/physicist/tracks.h"

namespace novphy {

/// A track that differs from a law by so many standard deviations is not as the law says.
inline constexpr double kStrangeMisfit = 2.5;

/// Laws that tracks propose. The force that pushes a body besides what the normal world does is the second
/// difference of its places less what the normal world explains. It is regressed, in the region in which it
/// acts, on constants, on distances to each object or to the world's origin, and on the velocity; a launch
/// that goes elsewhere proposes another launch, and a jump from place to place a portal. Their numbers, and
/// those of laws that were known before, are then fitted to the ways. Best first, by log-likelihood / 2 -
/// complexity; at most so many.
std::vector<WeightedLaw> proposals(std::span<const BodyTrack> tracks, const std::vector<Law>& known,
                                   const Surroundings& here, std::size_t most, const Simulator& simulator);

/// Whether some of the tracks are not as the law says.
bool any_strange(std::span<const BodyTrack> tracks, const Law& law, const Catalogue& catalogue);

}  // namespace novphy
