#pragma once

#include <cstdint>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/law.h"
#include "agents/physicist/planner.h"
#include "jobs/setting.h"
#include "levels/assets.h"
#include "levels/pair.h"
#include "trials/session.h"

/// The first throw of a task, made by the parts of the agent physicist one after the other, so that
/// experiments can look at what each part gives.
namespace novphy::experiments {

/// The settings plays, noise, seed and jobs.
struct ThrowSettings {
  PhysicistOptions agent{};
  std::uint64_t seed = 3;
  int jobs = 1;

  Settings settings();
};

/// What the agent's own simulator plays with.
struct OwnWorld {
  explicit OwnWorld(const Assets& assets);
  /// The world must outlive the simulator.
  Simulator simulator(const PhysicistOptions& options) const;

  Catalogue catalogue;
  BelievedPhysics physics;
};

/// Tasks of a pair, proved as those of trials are.
std::vector<Task> tasks_of(const Pair& pair, bool novel, int n, std::uint64_t seed, const Assets& assets);

/// A session of these tasks alone, shown with noise.
Session session_of(const std::vector<Task>& tasks, double noise_px, std::uint64_t seed, const Assets& assets);

/// What the agent believes before the first throw of the session's task.
Episode believed_episode(Session& session, double noise_px, std::uint64_t seed, const Assets& assets,
                         const Simulator& simulator);

/// Plans the throw in the drawn tasks under a law, and keeps it as the episode's shot.
PlannedPull plan(Episode& episode, const Law& law, int plays, const Simulator& simulator);

/// Throws the episode's shot, watches its turn, and compares it with the normal world.
void throw_and_watch(Session& session, Episode& episode, const Simulator& simulator);

/// Throws the birds that are left by the same shot, ends the task and tells whether it is passed.
bool passes(Session& session, const Shot& shot);

}  // namespace novphy::experiments
