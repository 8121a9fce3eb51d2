#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/task.h"
#include "sim/vec2.h"

namespace novphy {

enum class Category { kBlock, kPig, kTnt, kPlatform, kFan, kBird, kEgg, kGround, kSlingshot };

/// Whether these are objects that move: blocks, pigs and TNT.
bool may_move(Category category);

/// The speed above which a force acts on bodies of this category, or nothing if it never acts on them.
std::optional<double> acts_above_mps(const Targets& on, Category category);

struct Kind;
/// Whether a body of this kind is one of these. `object` is its index; for a body that is no object, any
/// number that is no object's index, such as its id.
bool is_among(const Bodies& these, const Kind& kind, int object);

/// The corners of a closed outline; the first corner is not repeated at the end. Outer rings run
/// counter-clockwise, holes clockwise.
using Ring = std::vector<Vec2>;

/// The corners of a box around the origin.
inline Ring box_ring(Vec2 size_m) {
  const double x = size_m.x / 2;
  const double y = size_m.y / 2;
  return {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
}

/// Signed area in square metres, positive counter-clockwise.
double signed_area(const Ring& ring);

/// Cuts an outline (outer ring first, then holes) into convex counter-clockwise pieces of at most eight
/// corners, the limit of Box2D 2.4.1, that cover the same area and use no new points. Throws
/// std::invalid_argument for an outline that crosses itself.
std::vector<Ring> convex_pieces(std::span<const Ring> rings);

/// The colliders of a body: a circle around the body's origin if radius_m > 0, and an outline if `rings` is
/// not empty. Rings are in metres around the origin, the outer ring first. A body may have both colliders, as
/// a red bird does; observations then show it as the circle.
struct Shape {
  double radius_m = 0;
  std::vector<Ring> rings{};
  std::vector<Ring> pieces{};  ///< the rings cut by convex_pieces()

  int colliders() const { return (radius_m > 0 ? 1 : 0) + (radius_m > 0 && rings.empty() ? 0 : 1); }
};

/// One kind of body: a type in one material, with all its numbers. They come from assets/catalogue.json.
struct Kind {
  std::string type{};
  std::string material{};
  Category category = Category::kBlock;
  Shape shape{};  ///< empty for platforms, whose box is Object::size_m
  Vec2 size_m{};  ///< the picture's width and height
  double mass_kg = 0;
  double life = 0;  ///< damage that destroys the body; 0: the body cannot be destroyed
  double gravity_scale = 0;
  double linear_drag_per_s = 0;
  double angular_drag_per_s = 0;
  double friction = 0;
  double restitution = 0;
  bool continuous = false;  ///< Box2D's bullet flag: the body never passes through other moving bodies
  int points = 0;           ///< score when destroyed
  /// If > 0: the body dies when this many different birds have hit it, whatever its life.
  int birds_to_die = 0;
};

/// The name of a body's picture, the key in the colour table: "wood_circle", "pink_pig_small", "bird_red",
/// "tnt".
std::string appearance(const Kind& kind);

enum class Falloff {
  kLinear,   ///< factor max(0, 1 - d / radius)
  kInverse,  ///< damage factor 1 / d, impulse factor 1 / (2 d)
};

/// The effect of an explosion on bodies whose centre lies within the radius. Below, d is the distance between
/// the centre of the explosion and that of the body.
struct Explosion {
  double radius_m = 0;
  double impulse_ns = 0;
  double damage = 0;
  Falloff falloff = Falloff::kLinear;
  double min_distance_m = 0;  ///< a smaller d counts as this distance
};

/// The abilities: what a bird does when the player taps in flight.
struct Split {
  std::vector<double> directions_rad{};  ///< directions of the copies, relative to the bird's velocity
};
struct SpeedUp {
  double impulse_ns = 0;  ///< in the direction of the bird's velocity
};
struct Explode {
  Explosion explosion{};
  double after_contact_s = 0;  ///< time from the first contact to the explosion of a bird that was not tapped
};
struct DropEgg {
  double egg_impulse_ns = 0;   ///< downwards, on the egg
  double bird_impulse_ns = 0;  ///< upwards, on the bird
};
using Ability = std::variant<std::monostate, Split, SpeedUp, Explode, DropEgg>;

struct BirdKind {
  Kind body{};
  /// Factor on the damage to a block, by the block's material.
  std::map<std::string, double> damage_factor{};
  Ability ability{};
};

struct LaunchNumbers {
  Vec2 anchor_offset_m{};   ///< the bird's rest point, relative to the slingshot's centre
  Vec2 trigger_offset_m{};  ///< centre of the trigger circle, relative to the slingshot's centre; a bird has
                            ///< left the slingshot once it has touched this circle, and contacts before that
                            ///< do not count as its first contact
  double trigger_radius_m = 0;
  double max_drag_m = 0;
  double speed_per_drag_per_s = 0;  ///< launch speed for each metre of drag
  /// Taps work once bird x + bird width > anchor x + tap_front_m (mirrored if the slingshot is).
  double tap_front_m = 0;
  /// Distance of waiting birds, in a row that leads away from the playing field.
  double waiting_spacing_m = 0;
};

struct ScoreNumbers {
  int unused_bird = 0;
  /// Hit bonus for a body that survives a bird's hit: step x round(per_damage x damage).
  double hit_per_damage = 0;
  int hit_step = 0;
  int hit_above = 0;  ///< a hit bonus of at most this many points is dropped
};

/// The ground, and the default width, gravity and slingshot of tasks.
struct WorldNumbers {
  double width_m = 0;
  Vec2 gravity_mps2{};
  Slingshot slingshot{};
  double ground_top_m = 0;
  double ground_left_m = 0;
  double ground_right_m = 0;
  double ground_depth_m = 0;
};

/// Numbers of the novelty "inverted gravity".
struct InvertedGravity {
  Vec2 gravity_mps2{};
  Object ceiling{};
};

/// Every physical number of the game, read from assets/catalogue.json by load_catalogue() (levels/assets.h).
struct Catalogue {
  /// The kinds of objects that a task may place: one for each type and material.
  std::vector<Kind> objects{};
  std::vector<BirdKind> birds{};
  Kind egg{};
  Kind ground{};     ///< the ground's outline is in world coordinates
  Kind slingshot{};  ///< the slingshot's solid part; birds pass through it
  Explosion egg_explosion{};
  Explosion tnt_explosion{};
  LaunchNumbers launch{};
  ScoreNumbers score{};
  WorldNumbers world{};
  InvertedGravity inverted_gravity{};
  /// Effects by the names that tasks use: "air_turbulence", "fan", "magnet", "storm", ...
  std::map<std::string, Effect> effects;

  /// The kind of an object of this type and material, or null if the catalogue has none.
  const Kind* find(std::string_view type, std::string_view material) const;
  /// The bird of that name ("red"), or null.
  const BirdKind* bird(std::string_view name) const;
};

// What the laws of a task mean for the kinds of its bodies, without a play.

/// Bounds that keep affine forces from making a world explode. A body's acceleration by `per_m` and `per_mps`
/// grows at most this much per metre and per m/s, so that no time step of 0.01 s overshoots; World refuses
/// a task with more. Where such a force grows with the motion that it makes, the acceleration that it gives a
/// body ends at kMostAcceleration. (Box2D moves no body by more than 2 m in a time step.)
inline constexpr double kMostPerM_per_s2 = 2500;
inline constexpr double kMostPerMps_per_s = 50;
inline constexpr double kMostAcceleration_mps2 = 1000;

/// Whether the field never pushes a body.
bool is_nothing(const ForceField& law);
/// Whether the field pushes bodies at rest, too.
bool pushes_at_rest(const ForceField& law);
/// Whether the force depends on the body's place or velocity.
bool is_affine(const ForceField& law);

/// Whether `per_m` or `per_mps` is above its bound for the lightest body of the task on which the force acts.
bool grows_too_fast(const ForceField& law, const Task& task, const Catalogue& catalogue);

/// How a body of this kind differs from it in the task: what the alterations say of it, and the object's own
/// factors. `object` is the body's index, or -1 for a body that is no object.
Alteration alteration_of(const Task& task, const Kind& kind, int object);

/// The kind with the numbers that the alteration gives it.
Kind altered(const Kind& kind, const Alteration& by);

/// The times and speeds that decide when a bird, a turn and a play end. Source: assets/physics.json.
struct Rules {
  /// Length of settling: the time in which the world moves before the first shot and nothing takes damage.
  double settle_s = 0;
  double still_mps = 0;  ///< a body is still if slower than still_mps and still_rad_per_s
  double still_rad_per_s = 0;
  double still_for_s = 0;
  /// Time from a bird's first contact to the first check whether the bird is at rest.
  double gone_first_check_s = 0;
  double gone_check_every_s = 0;
  double gone_mps = 0;       ///< a bird that a check finds slower than this is taken out
  double bird_life_s = 0;    ///< a bird is taken out this long after its launch
  double time_cap_s = 0;     ///< a turn ends at the latest this long after its launch
  double trail_every_s = 0;  ///< time between the dots of the trajectory that agents see
  /// The original's time step. Whatever length our steps have, a body that touches nothing moves as in steps
  /// of this length, and a step that is cut (see Cut) is cut into steps of this length.
  double short_step_s = 0;
  /// Time between checks for a certain end (sim/certain_end.cpp); 0: no checks.
  double certain_end_every_s = 0;
  /// False: every play that breaks no rule lasts to the time cap. Tests use this to show that an early end
  /// changes no result.
  bool early_end = true;
};

/// The solver's iterations in each step.
struct Iterations {
  int velocity = 0;
  int position = 0;
};

/// Which steps are cut into steps of Rules::short_step_s. A long step is wrong where a body with corners
/// bounces, so we cut each step in which two bodies touch, or may hit each other, faster than this.
struct Cut {
  double above_mps = 0;     ///< of one body relative to the other
  Iterations iterations{};  ///< in each part of the step
};

/// The time step and the solver's iterations, under a name such as "standard". Source: assets/physics.json.
struct Physics {
  std::string name{};
  double step_s = 0;
  Iterations iterations{};
  std::optional<Cut> cut{};
  /// If > 0: a bird that has been slower than this for slow_bird_for_s, while all else is still, is taken
  /// out. For searches, not for records.
  double slow_bird_mps = 0;
  double slow_bird_for_s = 0;
  Rules rules{};
};

/// The same physics without checks for certain ends. Pictures and tests use it to show the motion after a
/// play is decided.
inline Physics without_certain_ends(Physics physics) {
  physics.rules.certain_end_every_s = 0;
  return physics;
}

}  // namespace novphy
