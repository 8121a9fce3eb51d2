#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/task.h"
#include "sim/vec2.h"

namespace novphy {

enum class Category { kBlock, kPig, kTnt, kPlatform, kFan, kBird, kEgg, kGround, kSlingshot };

/// A closed outline, the first point not repeated: outer rings counter-clockwise, holes clockwise.
using Ring = std::vector<Vec2>;

/// The corners of a box around the origin.
inline Ring box_ring(Vec2 size_m) {
  const double x = size_m.x / 2;
  const double y = size_m.y / 2;
  return {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
}

/// What collides: a circle around the body's origin where radius_m > 0, and an outline where there are rings
/// (in metres around the origin, the outer one first). Each is one collider; a red bird has both. A body with
/// a circle looks like the circle.
struct Shape {
  double radius_m = 0;
  std::vector<Ring> rings{};
  std::vector<Ring> pieces{};  ///< the rings cut into convex pieces: see convex_pieces() in sim/decompose.h

  int colliders() const { return (radius_m > 0 ? 1 : 0) + (radius_m > 0 && rings.empty() ? 0 : 1); }
};

/// One kind of body with every number resolved for its material. Source of the numbers:
/// assets/catalogue.json.
struct Kind {
  std::string type{};
  std::string material{};
  Category category = Category::kBlock;
  Shape shape{};  ///< empty for platforms, whose box is Object::size_m
  Vec2 size_m{};  ///< the picture's width and height
  double mass_kg = 0;
  double life = 0;  ///< damage that destroys it; 0 for what cannot be destroyed
  double gravity_scale = 0;
  double linear_drag_per_s = 0;
  double angular_drag_per_s = 0;
  double friction = 0;
  double restitution = 0;
  bool continuous = false;  ///< a bullet: never passes through other moving bodies
  int points = 0;           ///< score when destroyed
  int birds_to_die = 0;     ///< > 0: dies when that many different birds have hit it, whatever its life
};

/// The name of a body's picture, the key in the colour table: "wood_circle", "pink_pig_small", "bird_red",
/// "tnt".
std::string appearance(const Kind& kind);

enum class Falloff {
  kLinear,   ///< factor max(0, 1 - d / radius)
  kInverse,  ///< damage factor 1 / d, impulse factor 1 / (2 d)
};

/// What an explosion does to bodies whose centre lies within the radius; d is the distance of the centres.
struct Explosion {
  double radius_m = 0;
  double impulse_ns = 0;
  double damage = 0;
  Falloff falloff = Falloff::kLinear;
  double min_distance_m = 0;  ///< d is not taken smaller than this
};

/// What a bird does when tapped in flight.
struct Split {
  std::vector<double> directions_rad{};  ///< of the copies, relative to the flight
};
struct SpeedUp {
  double impulse_ns = 0;  ///< along the velocity
};
struct Explode {
  Explosion explosion{};
  double after_contact_s = 0;  ///< without a tap: this long after its first contact
};
struct DropEgg {
  double egg_impulse_ns = 0;   ///< downwards, on the egg
  double bird_impulse_ns = 0;  ///< upwards, on the bird
};
using Ability = std::variant<std::monostate, Split, SpeedUp, Explode, DropEgg>;

struct BirdKind {
  Kind body{};
  std::map<std::string, double> damage_factor{};  ///< by material of the block it hits
  Ability ability{};
};

struct LaunchNumbers {
  Vec2 anchor_offset_m{};   ///< the bird's rest point, from the slingshot's centre
  Vec2 trigger_offset_m{};  ///< a bird has left the slingshot once it has touched the circle there, from
                            ///< the slingshot's centre; what it hits before is no first contact
  double trigger_radius_m = 0;
  double max_drag_m = 0;
  double speed_per_drag_per_s = 0;  ///< launch speed for each metre of drag
  double tap_front_m = 0;  ///< taps work once bird x + its width > anchor x + this (mirrored with the sling)
  double waiting_spacing_m = 0;  ///< between waiting birds, away from the playing field
};

struct ScoreNumbers {
  int unused_bird = 0;
  double hit_per_damage = 0;  ///< hit bonus: step x round(per_damage x damage) where the body survives a bird
  int hit_step = 0;
  int hit_above = 0;  ///< a bonus not above this is not given
};

/// The ground, and what holds where a task does not say otherwise: its width, gravity and slingshot.
struct WorldNumbers {
  double width_m = 0;
  Vec2 gravity_mps2{};
  Slingshot slingshot{};
  double ground_top_m = 0;
  double ground_left_m = 0;
  double ground_right_m = 0;
  double ground_depth_m = 0;
};

/// The inverted-gravity environment.
struct InvertedGravity {
  Vec2 gravity_mps2{};
  Object ceiling{};
};

/// Every physical number of the game, as read from assets/catalogue.json. A plain value; the reader is in
/// levels.
struct Catalogue {
  std::vector<Kind> objects{};  ///< what a task may place, for every material it comes in
  std::vector<BirdKind> birds{};
  Kind egg{};
  Kind ground{};     ///< its outline lies in the world's frame
  Kind slingshot{};  ///< its solid part; birds pass through
  Explosion egg_explosion{};
  Explosion tnt_explosion{};
  LaunchNumbers launch{};
  ScoreNumbers score{};
  WorldNumbers world{};
  InvertedGravity inverted_gravity{};
  std::map<std::string, Effect>
      effects;  ///< the effects tasks name: "air_turbulence", "fan", "magnet", "storm", ...

  /// The kind an object has, or null where there is none of that type in that material.
  const Kind* find(std::string_view type, std::string_view material) const;
  /// The bird of that name ("red"), or null.
  const BirdKind* bird(std::string_view name) const;
};

/// How long things last and when they count as over. Source: assets/physics.json.
struct Rules {
  double settle_s = 0;   ///< before the first shot, without damage
  double still_mps = 0;  ///< a body slower than both is still
  double still_rad_per_s = 0;
  double still_for_s = 0;
  double gone_first_check_s = 0;  ///< after a bird's first contact
  double gone_check_every_s = 0;
  double gone_mps = 0;             ///< a check that finds it slower makes it go
  double bird_life_s = 0;          ///< after launch
  double time_cap_s = 0;           ///< after the last launch
  double trail_every_s = 0;        ///< between the dots of the seen trajectory
  double certain_end_every_s = 0;  ///< between looks for a certain end (sim/certain_end.h); 0: never
  bool early_end = true;  ///< false: plays last to the time cap, to show that earlier ends change no result
};

/// How time is cut, under a name such as "standard". Source: assets/physics.json.
struct Physics {
  std::string name{};
  double step_s = 0;
  int velocity_iterations = 0;
  int position_iterations = 0;
  double slow_bird_mps = 0;  ///< > 0: a bird slower than this ...
  double slow_bird_for_s =
      0;  ///< ... for so long, while all else is still, goes: for searches, not for records
  Rules rules{};
};

/// For those who look at what happens after nothing can matter any more.
inline Physics without_certain_ends(Physics physics) {
  physics.rules.certain_end_every_s = 0;
  return physics;
}

}  // namespace novphy
