#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "agents/physicist/episode.h"

namespace novphy {

/// The materials of what is in sight, each once.
std::vector<std::string> materials_of(const Surroundings& here);

/// The space of hypotheses: laws of one change about things in these surroundings, the highest prior first.
/// Of each structure there are a few strengths, directions and sizes, from which local search can start. No
/// two mean the same here.
std::vector<Law> hypotheses(const Surroundings& here);

/// Laws under which birds that hit nothing fly alike.
struct FlightGroup {
  Law in_flight{};                     ///< what birds feel of each of these laws
  std::vector<std::size_t> members{};  ///< their indices
};

/// Groups the laws by what flying birds feel of them, so that one flight tells of a whole group. The groups,
/// and the members of each, stand in the order of the laws.
std::vector<FlightGroup> flight_groups(std::span<const Law> laws);

/// The change without its numbers. A second change with equal structure would only change those of the first.
LawChange structure(const LawChange& change);

/// Laws of two changes: the first law's only change, with that of each second law, such as hypotheses()
/// gives, that adds something to it. They keep the order of the seconds.
std::vector<Law> pairs(const Law& first, std::span<const Law> seconds);

/// The laws of the same structure of which one number is a step away: strengths, sizes and factors by a
/// factor of 2^step, directions by step x 22.5 degrees, places by step x 3 m. A step is in (0, 1]. Hill
/// climbing over them, with the step halved where none is better, ends at numbers that no small step
/// improves.
std::vector<Law> neighbours(const Law& law, double step);

}  // namespace novphy
