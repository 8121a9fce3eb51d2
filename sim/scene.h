#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "sim/catalogue.h"
#include "sim/engine.h"
#include "sim/task.h"
#include "sim/world.h"

namespace novphy {

using Tick = std::int64_t;
inline constexpr Tick kNever = -1;

/// The state of one bird body. Ticks are time steps since the start of settling.
struct BirdState {
  const BirdKind* kind = nullptr;
  int origin = 0;  ///< index of the task's bird; copies have the index of the bird that split
  BirdPhase phase = BirdPhase::kWaiting;
  Tick launched = kNever;
  bool left_sling = false;  ///< the bird has touched the slingshot's trigger circle
  Tick first_contact = kNever;
  Tick tap_due = kNever;
  Tick slow_for = 0;
};

/// What the rules know about one body: an object, a bird, an egg, the ground or the slingshot.
struct Body {
  const Kind* kind = nullptr;    ///< with the numbers by which the body moves
  const Kind* listed = nullptr;  ///< the kind in the catalogue, by which the body looks
  Vec2 size_m{};
  bool present = false;  ///< the body is in the engine
  bool fixed = false;
  double life = 0;
  std::uint64_t hit_by = 0;  ///< the birds that have hit this body: one bit for each origin
  std::optional<BirdState> bird{};
};

/// A death that is to be carried out at the end of the tick.
struct Death {
  int body = 0;
  int by = -1;
  std::string cause{};
};

/// A bird that has been released and rests on the slingshot for its delay (Slingshot::delay_s).
struct DelayedLaunch {
  Tick flies = 0;  ///< the tick at whose end it begins to fly
  Vec2 drag_m{};
};

/// The times of Rules, in ticks.
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

/// The state of a play outside of the engine.
struct PlayState {
  std::vector<Body> bodies{};   ///< by id: objects, birds, ground, slingshot, then copies and eggs
  std::vector<int> movers{};    ///< ids of the bodies that are present and can move, ascending
  std::vector<Death> deaths{};  ///< noted in this tick
  Tick now = 0;
  Tick started = 0;                        ///< tick at the end of settling
  int next_bird = 0;                       ///< index of the next bird to launch
  std::optional<DelayedLaunch> release{};  ///< of the bird before the next one
  int pigs = 0;
  bool has_goal = false;  ///< whether there were pigs at the start; a play without a goal is never won
  bool touched_forbidden = false;
  int score = 0;
  /// Whether a body was taken out in this tick, so that bodies that leaned on it may begin to move.
  bool disturbed = false;
  Hash path{};  ///< hash of all touches so far, so that plays with the same final state but different touches
                ///< have different digests
  std::vector<Event> events{};
};

/// A play as the rules see it, with all members public. World owns the scene and calls the rules.
struct Scene : PlayState {
  Scene(const Task& of_task, const Catalogue& numbers, const Physics& time, bool keep_log);

  const Task task;
  const Catalogue& catalogue;
  const Physics physics;
  const Timing timing;
  Engine engine;
  double part_s = 0;  ///< length of the time step, or the part of one, that is being made
  const bool log_events = false;
  std::deque<Kind> unlike_kinds{};  ///< kinds of the bodies that differ from their kind in the catalogue
  std::deque<BirdKind> unlike_birds{};
  const Kind* egg = nullptr;  ///< the kind by which eggs move
  std::vector<const Shield*> shields{};
  std::vector<const Forbidden*> forbidden{};

  int ground_id() const { return static_cast<int>(task.objects.size() + task.birds.size()); }
  int slingshot_id() const { return ground_id() + 1; }
  int bird_id(int bird) const { return static_cast<int>(task.objects.size()) + bird; }
  int birds() const { return static_cast<int>(task.birds.size()); }

  Body& body(int id) { return bodies[static_cast<std::size_t>(id)]; }
  const Body& body(int id) const { return bodies[static_cast<std::size_t>(id)]; }

  Tick ticks(double seconds) const;
  double time_s() const { return static_cast<double>(now - started) * physics.step_s; }

  /// Puts a body that already has an id into the engine.
  void put(const BodySpec& spec);
  /// Puts a new moving body (a copy or an egg) into the engine and returns its new id.
  /// `listed` is its kind in the catalogue.
  int bring_forth(const Kind& kind, const Kind& listed, Vec2 at_m, Vec2 velocity_mps, CollisionLayer layer);
  /// Takes a body out of the engine.
  void take_out(int id);
  void add_score(int id, int points, const char* cause);
  void log(const Event& event) {
    if (log_events) events.push_back(event);
  }
};

}  // namespace novphy
