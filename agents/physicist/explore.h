#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agents/physicist/law.h"
#include "agents/physicist/law_search.h"
#include "agents/physicist/planner.h"

namespace novphy {

/// n conceivable laws of the surroundings of the last episode, each once at most, drawn by their probability
/// after all these episodes. The last one, which is not yet thrown, has no say. Where something unfamiliar is
/// in sight, half of the laws are about it.
std::vector<Law> drawn_laws(std::span<const Episode> episodes, std::size_t n, const Simulator& simulator,
                            std::uint64_t seed);

/// Which of the throws tells most about which of the laws holds: its flights differ most from those of the
/// normal world. `episode.shot` and `episode.seen` do not count; `throws` is not empty.
Pull telling_throw(const Episode& episode, std::span<const Pull> throws, std::span<const Law> laws,
                   const Simulator& simulator);

}  // namespace novphy
