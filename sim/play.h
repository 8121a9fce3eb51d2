#pragma once

#include <optional>
#include <span>

#include "sim/world.h"

namespace novphy {

struct PlayOptions {
  bool log_events = false;
};

/// Plays given shots one time step at a time. Pictures, films and play() use this class.
class Playback {
 public:
  /// The shots and the catalogue must outlive the Playback. Throws as World does.
  Playback(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue, const Physics& physics,
           const PlayOptions& options = {});
  /// Continues in a world from its present state. The world and the shots must outlive the Playback.
  Playback(World& world, std::span<const Shot> shots);
  Playback(const Playback&) = delete;
  Playback& operator=(const Playback&) = delete;

  /// Launches the next bird if its shot is due, and moves the world by one time step. Returns false once the
  /// play is over.
  bool step();
  /// Steps until `time_s` seconds have passed since settling, or the play is over.
  void advance_to(double time_s);
  const World& world() const { return *world_; }
  /// The next shot to be launched, or null after the last.
  const Shot* next_shot() const { return launched_ < shots_.size() ? &shots_[launched_] : nullptr; }

 private:
  std::optional<World> own_;
  World* world_;
  std::span<const Shot> shots_;
  std::size_t launched_ = 0;
};

/// Plays a task from its start with these shots. The outcome depends on the arguments alone, on any thread.
/// Throws std::invalid_argument for a task that World refuses.
Outcome play(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
             const Physics& physics, const PlayOptions& options = {});

/// Many plays of one task that begin with the same shots. The world settles once and plays the first shots
/// once. Each play continues from that state and has the same outcome as play() with all of its shots.
class PlayStart {
 public:
  /// The catalogue must outlive the PlayStart. The first shots must have a negative launch_ms, so that each
  /// waits for its turn. Throws as World does.
  PlayStart(const Task& task, const Catalogue& catalogue, const Physics& physics,
            const PlayOptions& options = {}, std::span<const Shot> first = {});

  /// The world after the first shots. It stays in that state until the next call of play().
  World& world();
  /// The outcome of a play that continues with these shots after the first ones.
  Outcome play(std::span<const Shot> shots);

 private:
  World world_;
  World::Snapshot start_;
};

/// Launches a shot and moves the world until the next bird may be launched or the play is over.
void play_turn(World& world, const Shot& shot);

/// Whether it is time to call World::launch for this shot.
bool launch_due(const World& world, const Shot& shot);

}  // namespace novphy
