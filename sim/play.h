#pragma once

#include <optional>
#include <span>

#include "sim/world.h"

namespace novphy {

struct PlayOptions {
  bool log_events = false;
};

/// A play of given shots, one time step after the other: for pictures and films, and what play() is made of.
class Playback {
 public:
  /// The shots and the catalogue must outlive it. Throws as World does.
  Playback(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue, const Physics& physics,
           const PlayOptions& options = {});
  /// Goes on in a world as it stands. The world and the shots must outlive it.
  Playback(World& world, std::span<const Shot> shots);
  Playback(const Playback&) = delete;
  Playback& operator=(const Playback&) = delete;

  /// Launches what is due and moves the world by one time step. False once the play is over.
  bool step();
  /// Steps until that many seconds have passed since settling, or the play is over.
  void advance_to(double time_s);
  const World& world() const { return *world_; }
  /// The shot that is waited for, or null.
  const Shot* next_shot() const { return launched_ < shots_.size() ? &shots_[launched_] : nullptr; }

 private:
  std::optional<World> own_;
  World* world_;
  std::span<const Shot> shots_;
  std::size_t launched_ = 0;
};

/// Plays a task from its start with these shots and nothing else: same arguments, same outcome, on any
/// thread. Throws std::invalid_argument for a task the world cannot hold (see World).
Outcome play(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
             const Physics& physics, const PlayOptions& options = {});

/// Plays of one task that begin alike. The world settles once and takes the first shots once; each play goes
/// on from there and comes out as play() of the whole.
class PlayStart {
 public:
  /// The catalogue must outlive it. The first shots must wait for their turn: their launch_ms is negative.
  /// Throws as World does.
  PlayStart(const Task& task, const Catalogue& catalogue, const Physics& physics,
            const PlayOptions& options = {}, std::span<const Shot> first = {});

  /// The world at the start, until the next call.
  World& world();
  /// What comes of the play where these shots follow the first ones.
  Outcome play(std::span<const Shot> shots);

 private:
  World world_;
  World::Snapshot start_;
};

/// Launches a shot whose turn it is, and moves the world until the next bird's turn or the end.
void play_turn(World& world, const Shot& shot);

/// Whether the time a shot asks for has come: the moment to call World::launch.
bool launch_due(const World& world, const Shot& shot);

}  // namespace novphy
