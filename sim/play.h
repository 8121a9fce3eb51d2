#pragma once

#include <span>

#include "sim/catalogue.h"
#include "sim/outcome.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

class World;

struct PlayOptions {
  bool log_events = false;
};

/// Plays a task from its start with these shots and nothing else: same arguments, same outcome, on any
/// thread. Throws std::invalid_argument for a task the world cannot hold (see World).
Outcome play(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
             const Physics& physics, const PlayOptions& options = {});

/// Whether the time a shot asks for has come: the moment to call World::launch.
bool launch_due(const World& world, const Shot& shot);

}  // namespace novphy
