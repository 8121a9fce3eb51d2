#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sim/catalogue.h"
#include "sim/vec2.h"

namespace novphy {

/// What collides with what (original game, layers): birds pass through birds and the slingshot, all else
/// collides.
enum class Layer { kBird, kSlingshot, kOther };

/// A body to be made. Fixed bodies have no mass.
struct BodySpec {
  int id = 0;
  const Kind* kind = nullptr;
  Vec2 at_m{};
  double angle_rad = 0;
  Vec2 size_m{};  ///< of the box, where the kind has no shape of its own
  Vec2 velocity_mps{};
  bool fixed = false;
  Layer layer = Layer::kOther;
};

/// Two bodies that began to touch in the last step. A composed outline is one collider: one touch for each
/// pair of bodies until all of it has come apart again.
struct Touch {
  int a = 0;  ///< the smaller id
  int b = 0;
  double speed_mps = 0;   ///< relative speed of the points that touch, just before the contact is solved
  double impulse_ns = 0;  ///< largest normal impulse of the step; only where impulses are kept
};

struct Motion {
  Vec2 at_m{};  ///< the body's origin
  double angle_rad = 0;
  Vec2 velocity_mps{};  ///< of its centre of mass
  double spin_rad_per_s = 0;
};

/// An upright box around something.
struct Bounds {
  Vec2 low_m{};
  Vec2 high_m{};
};

inline bool overlap(const Bounds& a, const Bounds& b) {
  return a.low_m.x <= b.high_m.x && b.low_m.x <= a.high_m.x && a.low_m.y <= b.high_m.y &&
         b.low_m.y <= a.high_m.y;
}

/// How a body's mass lies in it.
struct MassShape {
  Vec2 centre_m{};         ///< of mass, in the world
  double gyration_m2 = 0;  ///< moment of inertia around the centre of mass by the mass
  double reach_m = 0;      ///< from the centre of mass to the farthest point of the outline
};

/// The only owner of Box2D: bodies by id, forces, steps, touches. It knows no rule of the game. Numbers must
/// be finite and outlines valid: Box2D's asserts abort.
class Engine {
 public:
  Engine(Vec2 gravity_mps2, const Physics& physics, bool keep_impulses);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void add(const BodySpec& spec);
  void remove(int id);
  void step();

  /// Touches that began in the last step, sorted by ids.
  std::span<const Touch> touches() const;

  /// Whom a body touches now, ascending.
  std::vector<int> touching(int id) const;

  Motion motion(int id) const;
  double speed_mps(int id) const;
  double mass_kg(int id) const;
  MassShape mass_shape(int id) const;
  Bounds bounds(int id) const;
  /// Whether the body moves, or may begin to: see Box2D's sleep.
  bool awake(int id) const;
  /// Slower than both. Sleeping bodies are.
  bool slower(int id, double speed_mps, double spin_rad_per_s) const;
  /// Force on the centre of mass during the next step.
  void push(int id, Vec2 force_n);
  /// Impulse on the centre of mass, now.
  void kick(int id, Vec2 impulse_ns);

  /// Whether any part of a body lies in a box.
  bool overlaps(int id, const Box& box) const;
  /// Whether any part of a body reaches within the radius of a point.
  bool overlaps(int id, Vec2 centre_m, double radius_m) const;

  /// Top of the highest fixed body below a point, or `otherwise` where there is none.
  double floor_below(Vec2 point, double otherwise) const;

  /// Hash of the exact position, velocity and rotation of every moving body, in order of ids.
  std::uint64_t digest() const;

  /// All that the engine holds at some moment.
  class Snapshot {
   public:
    Snapshot();
    ~Snapshot();
    Snapshot(Snapshot&&) noexcept;
    Snapshot& operator=(Snapshot&&) noexcept;
    std::size_t bytes() const;

   private:
    friend class Engine;
    struct Impl;
    std::unique_ptr<Impl> impl_;
  };
  /// Overwrites a snapshot, whose memory is used again.
  void save(Snapshot& snapshot) const;
  /// Back to a moment of this engine, bit by bit.
  void restore(const Snapshot& snapshot);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novphy
