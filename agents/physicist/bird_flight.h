#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/law.h"

namespace novphy {

/// surprise() from which what was seen is strange.
inline constexpr double kStrange = 3;
/// Frames after the first surprise that are compared: later ones are chaotic.
inline constexpr std::size_t kFramesAfter = 8;
/// The same of a bird's strange flight, which soon hits something.
inline constexpr std::size_t kFlightFramesAfter = 3;

/// Flights of the bird alone, without the objects.
Flight bird_alone(Flight flight);
std::vector<Flight> birds_alone(std::vector<Flight> flights);

/// What the bird's places in the episode say for a law, from one play.
double bird_log_likelihood(const Episode& flight, const Law& law, const Simulator& simulator);

/// The episode up to the bird's first sharp turn.
Episode free_flight(const Episode& episode);

/// Whether the bird, as long as the birds of the normal world hit nothing, flew otherwise than they do.
bool flew_strangely(const Episode& episode, const Simulator& simulator);

/// The bird's flight up to its first sharp turn, or to a moment after it first was where no bird of the
/// normal world is. Nothing if it was as usual.
std::optional<Episode> strange_flight(const Episode& episode, const Simulator& simulator);

}  // namespace novphy
