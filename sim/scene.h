#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "sim/catalogue.h"
#include "sim/engine.h"
#include "sim/outcome.h"
#include "sim/task.h"
#include "sim/world.h"

namespace novphy {

using Tick = std::int64_t;
inline constexpr Tick kNever = -1;

/// What a bird's body goes through. Ticks count from the start of settling.
struct BirdState {
  const BirdKind* kind = nullptr;
  int origin = 0;  ///< index of the task's bird it is, or was split off from
  BirdPhase phase = BirdPhase::kWaiting;
  Tick launched = kNever;
  bool left_sling = false;  ///< it has touched the slingshot's trigger circle
  Tick first_contact = kNever;
  Tick tap_due = kNever;
  Tick slow_for = 0;
};

/// What can die and be hit: an object, a bird, an egg.
struct Body {
  const Kind* kind = nullptr;
  Vec2 size_m{};
  bool present = false;  ///< in the engine
  bool fixed = false;
  double life = 0;
  std::uint64_t hit_by = 0;  ///< birds (by origin) that have hit it, a bit each
  std::optional<BirdState> bird{};
};

/// A body's death that is due at the end of the tick.
struct Death {
  int body = 0;
  int by = -1;
  std::string cause{};
};

/// The rules' times in ticks of this step.
struct Timing {
  explicit Timing(const Physics& physics);
  Tick settle = 0;
  Tick still_for = 0;
  Tick gone_first_check = 0;
  Tick gone_check_every = 0;
  Tick bird_life = 0;
  Tick time_cap = 0;
  Tick trail_every = 0;
  Tick slow_bird_for = 0;
  Tick certain_end_every = 0;  ///< 0: never
};

/// What the rules change in the course of a play, besides the engine.
struct PlayState {
  std::vector<Body> bodies{};   ///< objects, birds, ground, slingshot, then what is brought forth
  std::vector<int> movers{};    ///< ids of those that are present and can move, ascending
  std::vector<Death> deaths{};  ///< of this tick
  Tick now = 0;
  Tick started = 0;   ///< end of settling
  int next_bird = 0;  ///< birds before it are launched
  int pigs = 0;
  int score = 0;
  bool disturbed = false;  ///< a body went in this tick: what leaned on it may begin to move
  Hash path{};             ///< of every touch so far, so that plays that end alike but went otherwise differ
  std::vector<Event> events{};
};

/// A play that the rules work on, in plain view; World drives it.
struct Scene : PlayState {
  Scene(const Task& of_task, const Catalogue& numbers, const Physics& time, bool keep_log);

  const Task task;
  const Catalogue& catalogue;
  const Physics physics;
  const Timing timing;
  Engine engine;
  const bool log_events = false;

  int ground_id() const { return static_cast<int>(task.objects.size() + task.birds.size()); }
  int slingshot_id() const { return ground_id() + 1; }
  int bird_id(int bird) const { return static_cast<int>(task.objects.size()) + bird; }
  int birds() const { return static_cast<int>(task.birds.size()); }

  Body& body(int id) { return bodies[static_cast<std::size_t>(id)]; }
  const Body& body(int id) const { return bodies[static_cast<std::size_t>(id)]; }

  Tick ticks(double seconds) const;
  double time_s() const { return static_cast<double>(now - started) * physics.step_s; }

  /// Puts a body into the world under an id it has already.
  void put(const BodySpec& spec);
  /// Puts a moving body into the world under a new id.
  int bring_forth(const Kind& kind, Vec2 at_m, Vec2 velocity_mps, Layer layer);
  /// Takes a body out of the world.
  void take_out(int id);
  void add_score(int id, int points, const char* cause);
  void log(const Event& event) {
    if (log_events) events.push_back(event);
  }
};

}  // namespace novphy
