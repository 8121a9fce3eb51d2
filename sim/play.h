#pragma once

#include <span>

#include "sim/catalogue.h"
#include "sim/outcome.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

struct PlayOptions {
  bool log_events = false;
};

/// Plays a task from its start with these shots and nothing else: same arguments, same outcome, on any thread.
/// Throws std::invalid_argument for a task the world cannot hold (see World).
Outcome play(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue, const Physics& physics,
             const PlayOptions& options = {});

}  // namespace novphy
