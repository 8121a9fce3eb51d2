#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/catalogue.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

/// What came of a play, as far as an earlier end must not change any of it.
struct WhatCame {
  bool won = false;
  int score = 0;
  /// For each launch, the exact state of all objects before it and all that happened to objects after it, at
  /// times since the launch. What birds do on the ground and on platforms is left out.
  std::vector<std::uint64_t> turns{};
  std::int64_t steps = 0;
  friend bool operator==(const WhatCame& a, const WhatCame& b) {
    return a.won == b.won && a.score == b.score && a.turns == b.turns;
  }
};

/// Plays the task with these shots. Throws as World does.
WhatCame what_came(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                   const Physics& physics);

}  // namespace novphy
