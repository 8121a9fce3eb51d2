#pragma once

#include <string>

#include "generator/solver.h"
#include "levels/pair.h"
#include "novelties/novelty.h"
#include "tests/sim/worlds.h"

namespace novphy {

/// What tests of the generator solve with.
inline SolverNumbers numbers() {
  return {.catalogue = worlds::catalogue(),
          .search = worlds::assets().physics.at("fast"),
          .physics = worlds::standard()};
}

/// The table of novelties that comes with the program.
inline std::vector<Novelty> novelties() {
  return read_novelties(NOVPHY_SOURCE_DIR "/novelties", worlds::catalogue());
}

/// A pair of tests/pairs: "falling/relations".
inline Pair known(const std::string& name) {
  return read_pair(NOVPHY_SOURCE_DIR "/tests/pairs/" + name + ".json", worlds::catalogue());
}

}  // namespace novphy
