#pragma once

#include <cstdint>
#include <vector>

#include "sim/catalogue.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

/// What the game did to its bodies in one play, by step: what a loop without rules must repeat to have the
/// same work.
struct Script {
  struct Entry {
    std::int64_t step = 0;
    int body = 0;
    bool launch = false;  ///< else the body goes
    Vec2 at_m{};          ///< launch: where and how fast
    Vec2 velocity_mps{};
  };
  std::int64_t steps = 0;
  std::vector<Entry> entries{};
};

/// Plays the shots in the game and notes launches and bodies that go.
Script script_of(const Task& task, const std::vector<Shot>& shots, const Catalogue& catalogue,
                 const Physics& physics);

/// The same bodies, launches and steps in a bare Box2D world: no listener, no damage, no effects, no score.
/// Returns the number of contacts at the end, so that nothing can be left out by the compiler.
int raw_play(const Task& task, const Script& script, const Catalogue& catalogue, const Physics& physics);

}  // namespace novphy
