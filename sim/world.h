#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/catalogue.h"
#include "sim/observation.h"
#include "sim/task.h"

namespace novphy {

enum class BirdPhase { kWaiting, kOnSling, kFlying, kDying, kGone };

/// A body's state for pictures and observations. Ids start with the task's objects (id = index). The task's
/// birds, the ground and the slingshot follow, and then the copies and eggs that appear during the play.
struct BodyView {
  int id = 0;
  const Kind* kind = nullptr;  ///< from the catalogue, even for an object that differs from its kind
  Vec2 at_m{};
  double angle_rad = 0;
  Vec2 size_m{};
  Vec2 velocity_mps{};
  double spin_rad_per_s = 0;
  double life_left = 0;  ///< share of the full life; 1: unharmed
  int birds_hit = 0;     ///< number of different birds that have hit it; counted only for kinds with
                         ///< Kind::birds_to_die
  bool present = true;
  std::optional<BirdPhase> bird{};  ///< only set for birds
};

inline constexpr int kDamageLooks = 3;
/// The number of the picture that a body shows, from 0 (unharmed) to kDamageLooks - 1 (nearly destroyed).
int damage_look(const BodyView& body);

/// A task being played. The world moves only when one of its functions is called. It owns a Box2D world of
/// its own.
class World {
 public:
  /// Builds the world and lets it settle. The catalogue must outlive the world. Throws std::invalid_argument
  /// if the task names something that the catalogue does not have, or has a number that Box2D cannot take
  /// (not finite, zero size).
  World(const Task& task, const Catalogue& catalogue, const Physics& physics, bool log_events = false);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Whether it is the next bird's turn: the previous bird is gone and all is still, or the time cap has
  /// passed.
  bool ready() const;
  /// Whether the next bird may be launched, possibly before its turn: the previous bird, or a copy of it, has
  /// had its first contact.
  bool may_launch() const;
  /// Launches the next bird. Ignored if may_launch() is false or the play is over. If this shot takes the
  /// player's decisions over the task's time limit, the play ends and no bird flies.
  void launch(const Shot& shot);
  /// Gives the bird launched last a tap, as if its shot had had this tap_ms. Returns false, and changes
  /// nothing, if that moment has passed or no bird has been launched.
  bool tap(int tap_ms);
  /// Moves the world by one time step.
  void tick();
  /// Gives a body that can move another motion, as one who saw it so may believe. Does nothing if it is not
  /// present. Digests of plays before and after differ.
  void put(int id, const Motion& motion);
  /// Tells the world that the player gives no further shot.
  void give_up();

  /// The complete state of a world at one moment. Only save() makes snapshots.
  class Snapshot {
   public:
    /// Bytes of the engine's part, which is almost all of the snapshot.
    std::size_t bytes() const;

   private:
    friend class World;
    Snapshot() = default;
    struct Impl;
    std::shared_ptr<const Impl> impl_;
  };
  /// Saves the state of the play. The snapshot stays valid if the World object is moved from or the play
  /// ends.
  Snapshot save() const;
  /// Restores a snapshot of this world, bit by bit; also after the play's end. The play then continues from
  /// the snapshot's moment. Throws std::logic_error, and changes nothing, for a snapshot of another world.
  void restore(const Snapshot& snapshot);

  /// The cause that ended the play, or nothing while the play goes on.
  std::optional<End> end() const;
  Outcome outcome() const;
  int score() const;
  /// time_s(): time since settling. since_launch_s(): time since the last launch, or since settling before
  /// the first.
  double time_s() const;
  double since_launch_s() const;
  int birds_left() const;
  /// How often this object has moved its bodies, in whole steps or in parts of cut ones (Physics::cut): a
  /// measure of the time that it took. restore() does not lower it.
  std::uint64_t engine_steps() const;
  /// Hash of the exact state of every moving body.
  std::uint64_t digest() const;

  const Task& task() const;
  const Catalogue& catalogue() const;
  const Physics& physics() const;
  /// Ids are 0 to body_count() - 1.
  int body_count() const;
  BodyView body(int id) const;
  std::vector<BodyView> bodies() const;
  /// Ids of the bodies that a body touches now, ascending. Empty for a body that is not present.
  std::vector<int> touching(int id) const;
  /// Dots of the last launched bird's path, oldest first.
  std::span<const Vec2> trail() const;
  std::span<const Event> events() const;
  /// Takes the oldest `count` events out of the log, or all if there are fewer. Nothing else changes.
  void forget_events(std::size_t count);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The observation that an agent gets of the world now. `labels` adds developer labels and life.
Observation observe(const World& world, const ColourTable& colours, bool labels);

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

/// Launches a shot and moves the world until the next bird may be launched or the play is over. Stops before,
/// and returns false, once World::engine_steps() is `most`.
bool play_turn(World& world, const Shot& shot,
               std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// Whether it is time to call World::launch for this shot.
bool launch_due(const World& world, const Shot& shot);

}  // namespace novphy
