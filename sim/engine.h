#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sim/box2d_replacements.h"
#include "sim/catalogue.h"

namespace novphy {

/// Collision layers, as in the original game: birds pass through birds and the slingshot, and all other pairs
/// collide.
enum class CollisionLayer { kBird, kSlingshot, kOther };

/// What a fixed body does to bodies that touch it; see PlatformSurface in sim/task.h.
struct SurfaceSpec {
  double belt_mps = 0;
  bool one_way = false;

  friend bool operator==(const SurfaceSpec&, const SurfaceSpec&) = default;
};

/// Describes a body that the engine is to make. Fixed bodies have no mass.
struct BodySpec {
  int id = 0;
  const Kind* kind = nullptr;
  Vec2 at_m{};
  double angle_rad = 0;
  Vec2 size_m{};  ///< size of a box, for kinds without a shape of their own
  Vec2 velocity_mps{};
  bool fixed = false;
  CollisionLayer layer = CollisionLayer::kOther;
  SurfaceSpec surface{};  ///< of fixed boxes only
};

/// Two bodies that began to touch in the last step. However many pieces their outlines have, a pair of bodies
/// gives one touch, and gives another only after all pieces have come apart.
struct Touch {
  int a = 0;  ///< the smaller id
  int b = 0;
  double speed_mps = 0;   ///< relative speed of the touching points, just before Box2D solves the contact
  double impulse_ns = 0;  ///< largest normal impulse of the step; 0 unless the engine keeps impulses
};

/// A pair of bodies that touch.
struct TouchingPair {
  int a = 0;
  int b = 0;
  int pieces = 0;
  bool passes = false;  ///< one goes through the other, and they do not touch
};

/// The distribution of a body's mass.
struct MassShape {
  Vec2 centre_m{};         ///< centre of mass, in world coordinates
  double gyration_m2 = 0;  ///< moment of inertia around the centre of mass, divided by the mass
  double reach_m = 0;      ///< distance from the centre of mass to the farthest point of the outline
};

// Makes long time steps as accurate as the original's short ones, at little more cost. Steps in which a fast
// body may hit something are cut (Cut in sim/catalogue.h). In all other steps, bodies that touch nothing are
// moved to where short steps would take them. docs/results/physics.md shows what this gains.

/// How thorough a step must be. A step with kAsleep changes nothing, because all bodies sleep.
enum class Pace { kAsleep, kSlow, kFast };

/// kFast if a body may move so far in a step that it could pass through another, so that Box2D must look for
/// the time of impact.
Pace pace(std::span<b2Body* const> movers, float step_s);

/// The number of steps of Rules::short_step_s in so many seconds, at least 1.
int short_steps(const Physics& physics, double seconds);

/// The number of equal parts into which the next step is to be cut (Physics::cut); 1 if it is not cut.
int cut_into(const Physics& physics, std::span<b2Body* const> movers);

/// Moves free bodies, which touch nothing, correctly through a long step.
///
/// Box2D moves a body by the velocity that it has at the end of the step. In a long step this carries a
/// falling body too far and turns a spinning one too little. So lead() gives each free body, for this step,
/// the velocity and spin that take it to where short steps would, with the same rounding. let_go() then sets
/// the velocity and spin that it would have there.
class FreeFlight {
 public:
  /// `forces` by body id: the force on each body in this step. The step of step_s seconds replaces `steps`
  /// short ones.
  void lead(const b2World& world, std::span<b2Body* const> movers, std::span<const b2Vec2> forces,
            float step_s, int steps);
  /// Call this after the step. A body that hit something in the step keeps the velocity that Box2D gave it.
  void let_go();

 private:
  struct Led {
    b2Body* body = nullptr;
    b2Vec2 velocity{};  ///< at the end of the step
    float spin = 0;
  };
  std::vector<Led> led_;
};

/// Wraps one Box2D world: bodies by id, forces, steps, touches. The engine knows no rule of the game. Callers
/// must pass finite numbers and valid outlines, because Box2D's asserts abort the program.
class Engine final : b2ContactListener {
 public:
  Engine(Vec2 gravity_mps2, const Physics& physics, bool keep_impulses);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void add(const BodySpec& spec);
  void remove(int id);
  /// The number of equal parts into which the next step is to be cut: 1 or Physics::cut.
  int parts() const;
  /// Moves the world by a step, or by one of the parts of a step.
  void step(int parts = 1);

  /// Touches that began in the last step or part, sorted by ids.
  std::span<const Touch> touches() const { return touches_; }

  /// Ids of the bodies that this body touches now, ascending.
  std::vector<int> touching(int id) const;

  Motion motion(int id) const;
  double speed_mps(int id) const;
  double mass_kg(int id) const;
  MassShape mass_shape(int id) const;
  BoundingBox bounds(int id) const;
  /// Whether the body is awake in Box2D's sense: the body moves or may begin to move.
  bool awake(int id) const;
  /// Whether the body is slower than both limits. Always true for sleeping bodies.
  bool slower(int id, double speed_mps, double spin_rad_per_s) const;
  /// Applies a force to the centre of mass during the next step or part.
  void push(int id, Vec2 force_n);
  /// Applies an impulse to the centre of mass now.
  void kick(int id, Vec2 impulse_ns);

  /// Puts a moving body elsewhere, turned by an angle, with this velocity of its centre of mass, and wakes
  /// it.
  void move(int id, Vec2 to_m, double turn_rad, Vec2 velocity_mps);

  /// Gives a moving body this motion, and wakes it.
  void put(int id, const Motion& motion);

  /// Whether any part of a body lies in a box.
  bool overlaps(int id, const Box& box) const;
  /// Whether any part of a body reaches within the radius of a point.
  bool overlaps(int id, Vec2 centre_m, double radius_m) const;

  /// Height of the top of the highest fixed body below a point, at least `otherwise`.
  double floor_below(Vec2 point, double otherwise) const;

  /// Hash of the exact position, velocity and rotation of every moving body, in order of ids.
  std::uint64_t digest() const;

  /// The complete state of an engine at one moment: the arena, the Box2D world's own members, and the
  /// engine's members.
  struct Snapshot {
    Arena::Copy memory{};
    std::vector<std::byte> world{};
    std::vector<b2Body*> bodies{};
    std::vector<b2Body*> movers{};
    std::vector<TouchingPair> pairs{};
    std::vector<Touch> touches{};
    std::size_t bytes() const { return memory.bytes.size() + world.size(); }
  };
  Snapshot save() const;
  /// Restores a snapshot of this engine, bit by bit.
  void restore(const Snapshot& snapshot);

 private:
  struct SurfaceOf {
    int id = 0;
    SurfaceSpec surface{};
    double top_m = 0;  ///< in the body's frame
  };

  // Box2D calls these.
  void BeginContact(b2Contact* contact) override;
  void EndContact(b2Contact* contact) override;
  void PreSolve(b2Contact* contact, const b2Manifold* before) override;
  void PostSolve(b2Contact* contact, const b2ContactImpulse* impulse) override;

  const SurfaceOf* surface_of(b2Contact& contact) const;
  bool begins_to_pass(b2Contact& contact) const;
  TouchingPair& pair_of(b2Contact& contact);
  b2Body* body(int id) const { return bodies_[static_cast<std::size_t>(id)]; }

  Physics physics_;
  bool keep_impulses_;
  std::vector<Touch> touches_;
  std::vector<TouchingPair> pairs_;
  std::vector<SurfaceOf> surfaces_;  ///< of the bodies that have one
  Arena arena_;
  std::optional<b2World> world_;  ///< its memory is in the arena, and its destructor ends contacts
  std::vector<b2Body*> bodies_;   ///< by id; null: removed
  std::vector<b2Body*> movers_;   ///< the bodies that can move
  std::vector<b2Vec2> forces_;    ///< by id; the force on each body in the next step or part of it
  FreeFlight free_flight_;
};

}  // namespace novphy

// Makes Box2D bodies from our body descriptions, for the engine and for the benchmark that steps raw Box2D
// worlds.
namespace novphy {

/// More than the skins of two polygons together.
inline constexpr float kSkins_m = 4 * b2_polygonRadius;

inline b2Vec2 to_b2(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

/// A convex piece as a Box2D shape. The ring must come from convex_pieces() or fulfil its conditions.
b2PolygonShape polygon(const Ring& ring);

/// Makes a body with its fixtures. The body's user data is its id. A fixture's user data is its place in the
/// order of contacts. This is the order in which the original makes the colliders of a level (ground, birds,
/// pigs, blocks, platforms), then by id, then by number within the body.
b2Body* make_body(b2World& world, const BodySpec& spec);

/// The id of a fixture's body.
inline int id_of(b2Fixture* fixture) { return static_cast<int>(fixture->GetBody()->GetUserData().pointer); }

}  // namespace novphy
