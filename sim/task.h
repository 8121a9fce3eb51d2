#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/vec2.h"

namespace novphy {

/// How an object differs from the others of its kind without looking different. Each number is a factor on
/// the kind's number.
struct HiddenFactors {
  double mass = 1;
  double friction = 1;
  double gravity = 1;  ///< on the acceleration by gravity; 0: the object floats
  double life = 1;     ///< on the damage that destroys the object
  double bounce = 1;   ///< on the restitution, which stays at most 1

  friend bool operator==(const HiddenFactors&, const HiddenFactors&) = default;
};

/// An object of a task: a pig, a block, a platform, TNT, or a fan.
struct Object {
  std::string type{};      ///< name in the catalogue, such as "pig_small", "circle", "platform"
  std::string material{};  ///< "wood", "stone", "ice" or "pink" for blocks; "" or "pink" for pigs; else ""
  Vec2 at_m{};             ///< centre
  double angle_rad = 0;    ///< counter-clockwise
  std::optional<Vec2> size_m{};  ///< platforms only: width and height before turning
  HiddenFactors hidden{};        ///< blocks, pigs and TNT only

  friend bool operator==(const Object&, const Object&) = default;
};

/// The range of the factors in tasks: those of HiddenFactors, and Slingshot::speed_factor. The factors on
/// friction, gravity and bounce may be 0.
inline constexpr double kLeastFactor = 0.01;
inline constexpr double kMostFactor = 100;

/// The longest Slingshot::delay_s.
inline constexpr double kMostDelay_s = 10;

struct Slingshot {
  Vec2 at_m{};  ///< centre of the slingshot; LaunchNumbers::anchor_offset_m leads to the birds' rest point
  bool faces_left = false;  ///< the playing field lies to the left (the mirrored slingshot)
  double speed_factor = 1;  ///< on the launch speed that the catalogue gives for each metre of drag
  double turn_rad = 0;      ///< by which the launch velocity is turned, counter-clockwise
  /// A bird flies this long after its release, which counts as its launch. Until then it rests on the
  /// slingshot, and the birds behind it where they wait.
  double delay_s = 0;

  friend bool operator==(const Slingshot&, const Slingshot&) = default;
};

/// A rectangle that may be turned.
struct Box {
  Vec2 centre_m{};
  Vec2 size_m{};
  double angle_rad = 0;

  friend bool operator==(const Box&, const Box&) = default;
};

/// Whether the point is in the box, or no farther from one of its sides than the margin.
inline bool within(const Box& box, Vec2 point, double margin_m = 0) {
  const Vec2 p = rotated(point - box.centre_m, -box.angle_rad);
  return std::abs(p.x) <= box.size_m.x / 2 + margin_m && std::abs(p.y) <= box.size_m.y / 2 + margin_m;
}

/// The bodies that a force acts on: for each class, the bodies faster than the given number. A class without
/// a number is not affected. "Birds" are launched birds and their eggs; "blocks" are blocks and TNT. A
/// material or an object narrows the classes: birds and TNT have no material, and birds are no objects.
struct Targets {
  std::optional<double> birds_above_mps{};
  std::optional<double> blocks_above_mps{};
  std::optional<double> pigs_above_mps{};
  std::string material{};       ///< only bodies of this material; "": of any
  std::optional<int> object{};  ///< only the object with this index; none: any body

  /// Whether the force acts on one material or one object only, and so on no bird.
  bool narrowed() const { return !material.empty() || object; }

  friend bool operator==(const Targets&, const Targets&) = default;
};

/// A choice of bodies by class. "Birds" are launched birds and their eggs; "blocks" are blocks and TNT. A
/// material or an object narrows the classes, as in Targets.
struct Bodies {
  bool birds = false;
  bool blocks = false;
  bool pigs = false;
  bool platforms = false;
  bool ground = false;
  std::string material{};       ///< only bodies of this material; "": of any
  std::optional<int> object{};  ///< only the object with this index; none: any body

  /// Whether a class is chosen whose bodies never move.
  bool any_fixed() const { return platforms || ground; }
  bool any() const { return birds || blocks || pigs || any_fixed(); }

  friend bool operator==(const Bodies&, const Bodies&) = default;
};

/// What begins a force: the first touch of an object by one of these bodies, or the object's death. Touches
/// count from the end of settling on.
struct Trigger {
  int object = 0;
  bool at_death = false;
  Bodies by{.birds = true};  ///< for touches

  friend bool operator==(const Trigger&, const Trigger&) = default;
};

/// When a force acts, in seconds since the last launch of a bird. By default it acts always.
struct ForceTimes {
  double from_s = 0;                ///< it acts from this time on
  std::optional<double> until_s{};  ///< and before this time; none: it does not end
  std::optional<double> every_s{};  ///< the times start anew whenever this much has passed; none: never

  /// Whether the force acts always, before the first launch, too.
  bool always() const { return from_s == 0 && !until_s; }
  /// Whether the force acts this long after the last launch.
  bool include(double since_launch_s) const {
    const double t = every_s ? std::fmod(since_launch_s, *every_s) : since_launch_s;
    return t >= from_s && (!until_s || t < *until_s);
  }

  friend bool operator==(const ForceTimes&, const ForceTimes&) = default;
};

/// A force in a region, which is an affine function of a body's place and velocity:
///
///     force = force_n + per_m * (place - centre of the region) + per_mps * velocity
///
/// `force_n` alone is air turbulence, a fan or a storm; `per_m` makes springs, saddles, shear and whirls, and
/// `per_mps` drag and pushes across a body's way. sim/catalogue.h gives their bounds. Places are bodies'
/// origins; without a region they count from the object's origin, or else from that of the world.
struct ForceField {
  std::string name{};           ///< catalogue entry that the effect was made from, or "force_field"
  std::string look{};           ///< appearance of the region ("air_turbulence" shows its box); "": invisible
  std::optional<int> object{};  ///< index of an object with which the region and the force move and turn
  /// In the object's frame, or in the world's frame without an object; none: everywhere.
  std::optional<Box> region{};
  bool round = false;  ///< the region is the disc in the box, whose sides are equal
  /// True: a body is in the region if its centre is; false: if any part of the body is.
  bool by_centre = false;
  bool per_collider = false;  ///< the force acts once for each collider of a body: a red bird has two
  bool times_mass = false;    ///< the force is for each kilogram of the body's mass
  Vec2 force_n{};             ///< in the region's frame, as are the matrices
  Matrix2 per_m{};            ///< N/m
  Matrix2 per_mps{};          ///< N s/m
  Targets on{};
  int after_birds_gone = 0;  ///< the force starts on the tick after this many birds are gone, and lasts from
                             ///< then on
  std::optional<Trigger> trigger{};  ///< it does not start before this has happened
  ForceTimes times{};

  friend bool operator==(const ForceField&, const ForceField&) = default;
};

/// A magnetic object, which attracts or repels other bodies in proportion to their distance. The force acts
/// once for each collider of a body (a red bird has two). Each touch with the magnet frees one of the
/// body's colliders from the force until the body has left the field.
struct Magnet {
  std::string name{};  ///< catalogue entry that the effect was made from
  int object = 0;      ///< index of the magnetic object
  /// A body is in the field if its outline comes within this distance of the magnet's centre.
  double radius_m = 0;
  double strength_n_per_m = 0;  ///< force on a collider = strength x vector from the body to the magnet
  std::string repels{};         ///< blocks of this material are repelled; all other bodies are attracted
  Targets on{.birds_above_mps = 0, .blocks_above_mps = 0};

  friend bool operator==(const Magnet&, const Magnet&) = default;
};

/// The range of Alteration::drag_per_s is from -kMostDrag_per_s to kMostDrag_per_s.
inline constexpr double kMostDrag_per_s = 50;

/// Bodies that differ from their kind from the start, without looking different. Where several alterations
/// change a body, factors multiply and the other numbers add up, and each stays in its range.
struct Alteration {
  std::string name = "alteration";
  Bodies on{};              ///< of platforms and the ground, only friction and bounce may differ
  HiddenFactors factors{};  ///< beside those of the object itself
  double drag_per_s = 0;    ///< added to the linear drag, which stays at least 0
  double restitution = 0;   ///< added to the restitution after its factor, from -1 to 1; the sum stays from
                            ///< 0 to 1

  friend bool operator==(const Alteration&, const Alteration&) = default;
};

/// Bodies that lose life only by some others: by their touches and their explosions.
struct Shield {
  std::string name = "shield";
  Bodies on{.pigs = true};  ///< blocks, pigs or both
  Bodies by{};              ///< whatever else hits them does no damage

  friend bool operator==(const Shield&, const Shield&) = default;
};

/// An object that must not be touched: the first touch by one of these bodies, after settling and while a pig
/// is left, ends the play as lost. (In a task without pigs, any first touch does.)
struct Forbidden {
  std::string name = "forbidden";
  int object = 0;
  Bodies by{.birds = true};

  friend bool operator==(const Forbidden&, const Forbidden&) = default;
};

/// The fastest PlatformSurface::speed_mps.
inline constexpr double kMostBelt_mps = 20;

/// A platform that carries along what touches it, lets bodies through from below, or both. Several surfaces
/// of a platform add up.
struct PlatformSurface {
  std::string name = "surface";
  int object = 0;
  /// Its outline runs around it as a belt, along its own x axis on its top and back below.
  double speed_mps = 0;
  /// A body passes through unless its centre is above the top, in the platform's own frame, when the two
  /// begin to touch. A body that passes is not touched.
  bool one_way = false;

  friend bool operator==(const PlatformSurface&, const PlatformSurface&) = default;
};

/// A body faster than this leaves a portal at this speed, so that no fall through portals speeds up for ever.
inline constexpr double kMostPortalSpeed_mps = 100;

/// A box from which bodies go on at another place. A body enters if its centre is in the box at the end of a
/// time step. It leaves as if the box had been moved to the exit and turned with all that is in it, and then
/// enters no portal before its centre has left the box at the exit.
struct Portal {
  std::string name = "portal";
  Box region{};
  Vec2 to_m{};          ///< middle of the exit
  double turn_rad = 0;  ///< by which the body, its velocity and its place in the box are turned
  Bodies on{.birds = true, .blocks = true, .pigs = true};

  /// The box at the exit.
  Box exit() const { return {to_m, region.size_m, region.angle_rad + turn_rad}; }

  friend bool operator==(const Portal&, const Portal&) = default;
};

using Effect = std::variant<ForceField, Magnet, Alteration, Shield, Forbidden, PlatformSurface, Portal>;

/// Calls visit(index) for each object that the effect names: the one that it is attached to, and the only one
/// that it acts on.
template <class AnEffect, class Visit>
void for_each_object_of(AnEffect& effect, const Visit& visit) {
  const auto maybe = [&](auto& object) {
    if constexpr (requires { *object; }) {
      if (object) visit(*object);
    } else {
      visit(object);
    }
  };
  std::visit(
      [&](auto& law) {
        if constexpr (requires { law.object; }) maybe(law.object);
        if constexpr (requires { law.on; }) maybe(law.on.object);
        if constexpr (requires { law.by; }) maybe(law.by.object);
        if constexpr (requires { law.trigger; }) {
          if (law.trigger) maybe(law.trigger->object), maybe(law.trigger->by.object);
        }
      },
      effect);
}

/// How pictures and symbolic states show the world to players. The world itself, and the directions of shots,
/// stay as they are.
enum class ViewMode {
  kPlain,
  kMirrored,    ///< left and right are exchanged
  kUpsideDown,  ///< up and down are exchanged
  kGrey,        ///< without colour
};

/// Properties of a task as a whole, any of which may be absent. They hold what a file gives, or what a
/// novelty changed.
struct TaskProperties {
  std::optional<Slingshot> slingshot{};
  std::optional<Vec2> gravity_mps2{};
  std::optional<double> width_m{};
  std::optional<ViewMode> shown{};
  std::optional<std::optional<double>> time_limit_s{};

  friend bool operator==(const TaskProperties&, const TaskProperties&) = default;
};

/// Calls visit(a's value, b's value) for each of these properties. Both a and b are a Task or TaskProperties.
template <class A, class B, class Visit>
void for_each_property(A& a, B& b, const Visit& visit) {
  visit(a.slingshot, b.slingshot);
  visit(a.gravity_mps2, b.gravity_mps2);
  visit(a.width_m, b.width_m);
  visit(a.shown, b.shown);
  visit(a.time_limit_s, b.time_limit_s);
}

/// Where an object is.
struct Pose {
  Vec2 at_m{};
  double angle_rad = 0;

  friend bool operator==(const Pose&, const Pose&) = default;
};

/// One step of taking a novelty out of a task again. It removes what the novelty added, or sets properties of
/// an object, an effect or the task back to what they were.
struct Undo {
  std::optional<int> remove_effect{};  ///< index of an effect that the novelty added
  std::optional<int> remove_object{};  ///< index of an object that the novelty added
  std::optional<int> effect{};         ///< index of an effect, which becomes `was` again
  std::optional<Effect> was{};
  std::optional<int> object{};  ///< index of an object, which gets these properties back
  std::optional<std::string> material{};
  std::optional<HiddenFactors> hidden{};
  std::optional<Pose> pose{};
  TaskProperties task{};

  friend bool operator==(const Undo&, const Undo&) = default;
};

/// A novelty of the task, with the steps that take it out again. The simulation never reads this mark.
struct NoveltyMark {
  std::string name{};        ///< entry of the table of novelties, such as "fan"
  std::vector<Undo> undo{};  ///< in the order in which the steps are applied

  friend bool operator==(const NoveltyMark&, const NoveltyMark&) = default;
};

/// One level of the game: everything that a play starts from. Plain values in SI units.
struct Task {
  double width_m = 0;  ///< width of the world; a body with |x| beyond half the width has left the world
  Vec2 gravity_mps2{};
  Slingshot slingshot{};
  std::vector<std::string> birds{};  ///< names in the catalogue ("red"), in launch order
  std::vector<Object> objects{};
  std::vector<Effect> effects{};
  ViewMode shown = ViewMode::kPlain;
  /// The longest time that a player may take for all decisions of the task together (Shot::thought_ms). None:
  /// no limit.
  std::optional<double> time_limit_s{};
  /// Whether objects may overlap at the start, because the author wants it. The simulation never reads this.
  bool may_overlap = false;
  std::vector<NoveltyMark> novelties{};

  friend bool operator==(const Task&, const Task&) = default;
};

/// What a player does with one bird.
struct Shot {
  Vec2 drag_m{};    ///< drag: where the bird is pulled to, relative to its rest point; the world clamps the
                    ///< drag's length
  int tap_ms = -1;  ///< time of the tap after the launch; negative: no tap
  /// Time from the previous launch to this one; for the first bird, from settling. The bird is launched at
  /// the latest when the time cap has passed, and never before the previous bird's first contact. Negative:
  /// the bird is launched once the previous bird is gone and all is still.
  int launch_ms = -1;
  /// Time that the player took for the decision. It counts only in tasks with a time limit. Negative: not
  /// measured, which counts as 0.
  int thought_ms = -1;

  friend bool operator==(const Shot&, const Shot&) = default;
};

/// A shot with launch direction angle_rad (0 is to the right, counter-clockwise), pulled back by pull_m.
inline Shot aimed(double angle_rad, double pull_m, int tap_ms = -1) {
  return {.drag_m = -pull_m * rotated({1, 0}, angle_rad), .tap_ms = tap_ms};
}

/// The launch direction of a shot, in (-pi, pi].
inline double launch_angle_rad(const Shot& shot) { return std::atan2(0 - shot.drag_m.y, 0 - shot.drag_m.x); }

/// The cause that ended a play.
enum class End {
  kPigsGone,   ///< won
  kBirdsUsed,  ///< lost: no bird left and all is still
  kTime,       ///< lost: the time cap after the last launch
  kNoShot,     ///< lost: the player gave no further shot
  kTooLate,    ///< lost: the player took longer for the decisions than the task's time limit
  kForbidden,  ///< lost: something was touched that must not be
};

/// The end's name in records.
inline std::string_view name(End end) {
  constexpr std::array<std::string_view, 6> kNames{"pigs_gone", "birds_used", "time",
                                                   "no_shot",   "too_late",   "forbidden"};
  return kNames.at(static_cast<std::size_t>(end));
}

enum class EventKind { kLaunch, kTap, kContact, kDamage, kDeath, kPush, kScore, kBirdGone };

/// The kind's name in event files.
inline std::string_view name(EventKind kind) {
  constexpr std::array<std::string_view, 8> kNames{"launch", "tap",  "contact", "damage",
                                                   "death",  "push", "score",   "bird_gone"};
  return kNames.at(static_cast<std::size_t>(kind));
}

/// One line of a play's log. Comments name the kinds of event that use a field.
struct Event {
  EventKind kind = EventKind::kLaunch;
  double time_s = 0;     ///< since the end of settling
  int body = -1;         ///< id of the body that the event is about
  int other = -1;        ///< contact: the other body; damage, death: the body that did it, or -1
  double speed_mps = 0;  ///< contact, damage: relative speed just before Box2D solves the contact
  /// Damage: life lost; score: points; contact: largest impulse of the contact's first step, Ns.
  double amount = 0;
  Vec2 vector{};        ///< launch: velocity, m/s; push: impulse that an effect gave without interruption, Ns
  double since_s = 0;   ///< push: time at which the push began
  int effect = -1;      ///< push: index of the task's effect
  std::string cause{};  ///< death: "hit", "birds", "explosion", "left", "split"; score: "pig", "block", ...
};

/// The result of a play.
struct Outcome {
  bool won = false;
  End end = End::kNoShot;
  int score = 0;
  int birds_left = 0;           ///< birds that were not launched
  double time_s = 0;            ///< length of the play, without settling
  std::int64_t steps = 0;       ///< time steps, settling included
  bool certain_end = false;     ///< whether a certain end (sim/certain_end.cpp) took birds out of the world
  std::uint64_t digest = 0;     ///< hash of the exact final state
  std::vector<Event> events{};  ///< empty unless a log was asked for
};

}  // namespace novphy
