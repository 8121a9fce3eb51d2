#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/catalogue.h"
#include "sim/observation.h"
#include "sim/outcome.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

enum class BirdPhase { kWaiting, kOnSling, kFlying, kDying, kGone };

/// A body as pictures and observations need it. Ids: the task's objects keep their index, then come its
/// birds, then the ground and the slingshot, then what plays bring forth (copies, eggs).
struct BodyView {
  int id = 0;
  const Kind* kind = nullptr;
  Vec2 at_m{};
  double angle_rad = 0;
  Vec2 size_m{};
  Vec2 velocity_mps{};
  double spin_rad_per_s = 0;
  double life_left = 0;  ///< share of the full life, 1 is unharmed
  bool present = true;
  std::optional<BirdPhase> bird{};  ///< birds only
};

inline constexpr int kDamageLooks = 3;
/// Which of its kDamageLooks pictures a body shows: 0 unharmed, the last one nearly destroyed.
int damage_look(const BodyView& body);

/// A task being played. It moves only when asked, and is the only owner of a Box2D world.
class World {
 public:
  /// Builds the world and lets it settle. The catalogue must outlive it. Throws std::invalid_argument where
  /// the task names something the catalogue does not hold or has a number Box2D cannot take (not finite, zero
  /// size).
  World(const Task& task, const Catalogue& catalogue, const Physics& physics, bool log_events = false);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// The next bird may be launched: the previous one is gone and all is still.
  bool ready() const;
  /// The next bird may be launched early: the previous one had its first contact.
  bool may_launch() const;
  /// Launches the next bird; ignored where may_launch() is false or the play is over.
  void launch(const Shot& shot);
  /// Gives the last launched bird its tap, as if its shot had had this tap_ms. False, and nothing changes,
  /// where that moment has passed or no bird has been launched.
  bool tap(int tap_ms);
  /// One time step.
  void tick();
  /// The player gives no further shot.
  void give_up();

  /// A moment of a world, only made by save().
  class Snapshot {
   public:
    Snapshot(Snapshot&&) noexcept;
    Snapshot& operator=(Snapshot&&) noexcept;
    ~Snapshot();
    /// Of the world's engine: almost all that the snapshot takes.
    std::size_t bytes() const;

   private:
    friend class World;
    Snapshot();
    struct Impl;
    std::unique_ptr<Impl> impl_;
  };
  /// All that a play changes. The world may be moved afterwards, or be over.
  Snapshot save() const;
  /// Back to a moment of this world, bit by bit: the play goes on from there, also after its end. Throws
  /// std::logic_error, and changes nothing, for a snapshot of another world.
  void restore(const Snapshot& snapshot);

  /// Why the play is over, if it is.
  std::optional<End> end() const;
  Outcome outcome() const;
  int score() const;
  /// Time since settling, and since the last launch (since settling before the first).
  double time_s() const;
  double since_launch_s() const;
  int birds_left() const;
  /// Hash of the exact state of every moving body.
  std::uint64_t digest() const;

  const Task& task() const;
  const Catalogue& catalogue() const;
  const Physics& physics() const;
  /// Ids are 0 to body_count() - 1.
  int body_count() const;
  BodyView body(int id) const;
  std::vector<BodyView> bodies() const;
  /// Ids of the bodies that a body touches now, ascending; none where it is not there.
  std::vector<int> touching(int id) const;
  /// Dots of the last launched bird's way, oldest first.
  std::span<const Vec2> trail() const;
  std::span<const Event> events() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What an agent sees of the world now.
Observation observe(const World& world, const ColourTable& colours, bool labels);

}  // namespace novphy
