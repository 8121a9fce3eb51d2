#pragma once

#include <cmath>
#include <cstdint>

#include "agents/physicist/believe.h"
#include "sim/rng.h"

namespace novphy {

/// The errors of pixels and of noise have a greatest size, and so have the errors that are drawn: those of
/// places and of all other numbers, in standard deviations.
inline constexpr double kMostPlaceSds = 2;
inline const double kMostSds = std::sqrt(6.0);

/// The random numbers of the draw with this index.
Rng stream_of_draw(std::uint64_t seed, std::size_t index);

/// The object as it may be.
Object drawn_object(const BelievedObject& believed, Rng& rng);

/// The task as it may be, before anything settles.
Task drawn_task(const Believed& believed, Rng& rng);

}  // namespace novphy
