#pragma once

#include <cstddef>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/law_structure.h"
#include "agents/physicist/surroundings.h"

namespace novphy {

/// What a search for laws is to explain, and with what means.
struct LawProblem {
  const std::vector<Episode>& episodes;
  std::size_t key = 0;  ///< index of the episode by which laws are looked for (LawMemory::key())
  int plays = 0;        ///< PhysicistOptions::plays
  Simulator simulator;  ///< which takes the numbers of laws as known to kLawShare
  Surroundings here{};  ///< of the key
  FirstRanking ranking;

  const Episode& key_episode() const { return episodes[key]; }
};

/// By how much those things are out of place at the end of what was seen, of which the plays are.
double deviation_m(const Flight& seen, const std::vector<Flight>& plays,
                   const std::vector<std::size_t>& things);

}  // namespace novphy
