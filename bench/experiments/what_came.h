#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/catalogue.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

/// The parts of a play's result that an earlier end of the play must not change.
struct WhatCame {
  bool won = false;
  int score = 0;
  /// One hash for the time before the first launch, and one hash for each launch. The hash of a launch covers
  /// the exact state of all objects just before the launch, and all events of objects up to the next launch,
  /// with times counted from the launch. Pushes are left out, and so are contacts of birds with the ground,
  /// platforms and other birds.
  std::vector<std::uint64_t> turns{};
  std::int64_t steps = 0;
  friend bool operator==(const WhatCame& a, const WhatCame& b) {
    return a.won == b.won && a.score == b.score && a.turns == b.turns;
  }
};

/// Plays the task with these shots and gives these parts of the result. Throws as World does.
WhatCame what_came(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                   const Physics& physics);

}  // namespace novphy
