#pragma once

#include <string>
#include <utility>
#include <vector>

#include "generator/solver.h"
#include "levels/pair.h"
#include "novelties/novelty.h"
#include "tests/sim/worlds.h"

namespace novphy {

/// The numbers that tests of the generator solve with.
inline SolverNumbers numbers() { return solver_numbers(worlds::assets()); }

/// The table of novelties that comes with the program.
inline std::vector<Novelty> novelties() {
  return read_novelties(NOVPHY_SOURCE_DIR "/novelties", worlds::catalogue());
}

/// A task with one red bird and these objects.
inline Task bare(std::vector<Object> objects) {
  Task task = worlds::task({"red"});
  task.objects = std::move(objects);
  return task;
}

/// The pair tests/pairs/NAME.json, for a name such as "falling/relations".
inline Pair known(const std::string& name) {
  return read_pair(NOVPHY_SOURCE_DIR "/tests/pairs/" + name + ".json", worlds::catalogue());
}

}  // namespace novphy
