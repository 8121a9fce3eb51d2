#pragma once

#include <cstdint>
#include <vector>

#include "sim/catalogue.h"
#include "sim/task.h"

namespace novphy {

/// The launches and removals of bodies in one play of the game, by time step. A bare Box2D loop that repeats
/// them has to do the same work as the game.
struct Script {
  struct Entry {
    std::int64_t step = 0;
    int body = 0;
    bool launch = false;  ///< true: the body is launched; false: the body is removed
    Vec2 at_m{};          ///< place of a launch
    Vec2 velocity_mps{};  ///< velocity of a launch
  };
  std::int64_t steps = 0;
  std::vector<Entry> entries{};
};

/// Plays the shots in the game, and notes all launches and removals of bodies.
Script script_of(const Task& task, const std::vector<Shot>& shots, const Catalogue& catalogue,
                 const Physics& physics);

/// Repeats the bodies, launches and time steps of the script in a bare Box2D world: no listener, damage,
/// effects or score. Returns the number of contacts at the end, so that the compiler cannot leave out any
/// work.
int raw_play(const Task& task, const Script& script, const Catalogue& catalogue, const Physics& physics);

}  // namespace novphy
