#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
  std::string_view cause{};  ///< "hit", "birds", "explosion" or "left"
};

/// A bird that has been released and rests on the slingshot for its delay (Slingshot::delay_s).
struct DelayedLaunch {
  Tick flies = 0;  ///< the tick at whose end it begins to fly
  Vec2 drag_m{};
};

/// A body that came out of a portal and has not left its exit yet.
struct Passed {
  int body = 0;
  const Portal* by = nullptr;
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
  std::vector<Passed> passed{};
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
  const std::vector<const Shield*> shields;
  const std::vector<const Forbidden*> forbidden;
  const std::vector<const Switch*> switches;

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

// The rules of birds, damage and deaths, in rules.cpp.

/// The rest point of the slingshot, where a bird waits for its launch.
Vec2 bird_rest_m(const Task& task, const Catalogue& catalogue);
/// Where a bird waits before its launch: the next bird on the slingshot, the others in a row on the ground
/// behind it.
Vec2 waiting_place_m(const Scene& scene, int bird);

/// Launches the next bird. It flies at once unless the slingshot has a delay.
void launch_bird(Scene& scene, const Shot& shot);
/// Lets a released bird fly if its delay has passed.
void end_delay(Scene& scene);

/// Sets the tap of the bird launched last to `tap_ms` after its launch. Returns false, and changes nothing,
/// if that moment has passed.
bool give_tap(Scene& scene, int tap_ms);

/// Marks the birds that touch the slingshot's trigger circle. Only contacts of marked birds count as a first
/// contact.
void leave_sling(Scene& scene);

/// Carries out the taps that are due, and explodes birds whose fuse, lit by the first contact, has burnt
/// down.
void use_abilities(Scene& scene);

/// Takes out birds that left the world, lie still, or have flown longer than Rules::bird_life_s.
void end_birds(Scene& scene);
/// Takes out all birds in the world.
void take_birds(Scene& scene);

/// Whether every body of the bird is gone; false before its launch.
bool bird_gone(const Scene& scene, int bird);
/// Whether a body of the bird, the bird itself or a copy, has had its first contact.
bool had_contact(const Scene& scene, int bird);
/// Number of the task's birds that are gone.
int birds_gone(const Scene& scene);

/// Applies the damage of the touches that began in this tick. Each of the two bodies takes the relative speed
/// (m/s) as damage; a block hit by a bird takes the relative speed times the bird's factor for the block's
/// material (original game, section 4). Deaths are noted, not carried out.
void apply_touches(Scene& scene);

/// One of these bodies that began to touch the object in this tick, if any did.
std::optional<int> toucher_of(const Scene& scene, int object, const Bodies& by);

/// Notes whether something that must not be touched was touched in this tick, before anything dies of it.
void note_forbidden(Scene& scene);
/// Notes the deaths of all pigs where something touches a switch.
void throw_switches(Scene& scene);

/// Applies an explosion to every moving body within the explosion's radius except birds: the body takes
/// damage and an impulse. Deaths are noted.
void explode(Scene& scene, const Explosion& explosion, Vec2 at_m, int by);

/// Notes the death of bodies beyond the world's sides.
void note_leaving(Scene& scene);

/// Carries out the noted deaths in order of ids, with their points and explosions, until no new death
/// follows.
void carry_out_deaths(Scene& scene);

/// The world's axes around a box.
BoundingBox bounds_of(const Box& box);

/// The effects that act on bodies in a scene: force fields, magnets, and laws that end_step_of_body() in
/// effects.cpp is overloaded for. They know nothing of novelties. A copy of an Effects object is a snapshot
/// for the same scene.
class Effects {
 public:
  /// The scene's task must outlive this object. Throws std::invalid_argument if an effect names an object
  /// that the task does not have, and for numbers on which Box2D would abort, forces above the bounds, and
  /// times that are no times.
  explicit Effects(const Scene& scene);

  /// Adds the effects' forces for the coming time step, or part of a time step.
  void push(Scene& scene);
  /// Lets the magnets release each collider that touched them in the last time step, or part of it, and notes
  /// the touches that trigger force fields.
  void let_go(const Scene& scene);
  /// Begins the force fields for which enough birds are gone and whose triggers have happened.
  void begin(const Scene& scene);
  /// Whether an effect that has begun can push a bird within `where`, now or at a later time of the turn.
  bool may_push_birds(const Scene& scene, const BoundingBox& where) const;
  /// Whether an effect pushes a body other than a bird now, would push bodies at rest once enough birds
  /// are gone, or waits for a bird's touch.
  bool may_push_objects(const Scene& scene) const;
  /// Does what laws do with moving bodies at the end of a time step after settling.
  void end_step(Scene& scene) const {
    if (ends_steps_) end_step_of_all(scene);
  }
  /// Logs the pushes that have not ended yet.
  void finish_log(Scene& scene);

 private:
  struct Field {
    const ForceField* law = nullptr;
    int index = 0;
    bool on = false;
    bool triggered = false;  ///< what the law's trigger waits for has happened; true without a trigger
  };
  struct Pull {
    const Magnet* law = nullptr;
    int index = 0;
    /// Body ids. A body's id stands here once for each collider that a touch has released, until the body
    /// leaves the field.
    std::vector<int> released{};
  };
  struct Streak {
    double since_s = 0;
    Tick last = 0;
    Vec2 impulse_ns;
  };

  void place(const Scene& scene, const ForceField& law, int index);
  void place(const Scene& scene, const Magnet& law, int index);
  template <class Law>
  void place(const Scene& /*scene*/, const Law& /*law*/, int /*index*/) {}  // a law that pushes nothing
  void push(Scene& scene, const Field& field);
  void push(Scene& scene, const Pull& pull);
  static bool is_on(const Scene& scene, const Field& field);
  static bool is_on(const Scene& scene, const Pull& pull);
  static int held_by(const Scene& scene, const Pull& pull, int id);
  static void let_go(const Scene& scene, Pull& pull);
  void note_touches(const Scene& scene);
  static void end_step_of_all(Scene& scene);
  void push_body(Scene& scene, int effect, int id, Vec2 force_n);
  void log_streak(Scene& scene, std::pair<int, int> who, const Streak& streak) const;

  std::vector<Field> fields_;
  std::vector<Pull> pulls_;
  bool ends_steps_ = false;
  bool triggers_ = false;                          ///< whether a force field has a trigger
  std::map<std::pair<int, int>, Streak> streaks_;  ///< by effect index and body id; only for the log
};

/// Finds certain ends. The end of a bird's turn is certain as soon as no further motion can change the
/// result, the score, or the bodies that the next bird meets. All birds in the world are then taken out at
/// once, just as birds at rest are. certain_end.cpp gives the argument for each rule.
///
/// The rules assume that the next bird flies after the certain end. If it flies earlier, while the previous
/// bird still moves, that bird may be taken out sooner than without certain ends.
class CertainEnd {
 public:
  /// Stores the fixed bodies of the scene.
  explicit CertainEnd(const Scene& scene);

  /// Whether the turn's end is certain now. False only means that no rule proves it.
  bool reached(const Scene& scene, const Effects& effects) const;

 private:
  struct Flight;
  Flight flight_of(const Scene& scene, int bird) const;
  bool can_do_nothing(const Scene& scene, const Effects& effects, int bird) const;
  BoundingBox reach_of(const Flight& bird) const;
  bool goes_one_way(const Flight& bird, double top_m) const;
  BoundingBox between(double left_m, double right_m, double low_m, double high_m) const;

  bool possible_ = true;  ///< whether certain_end.cpp takes account of all laws of the task
  double up_ = 0;  ///< 1 if gravity points downwards, -1 if upwards, 0 otherwise; a height is y times up_
  double half_width_m_ = 0;
  /// Height of the flat floor between the edges of the world, if the world has one.
  std::optional<double> floor_m_{};
  bool belts_ = false;              ///< whether a fixed body carries along what touches it
  std::optional<double> bounce_{};  ///< the largest restitution of altered fixed bodies, if there are any
  std::vector<BoundingBox> entrances_{};  ///< boxes around the portals that birds may enter
  std::vector<BoundingBox> obstacles_{};  ///< boxes of all other fixed bodies that collide with birds
};

}  // namespace novphy
