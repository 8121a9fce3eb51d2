#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/laws.h"
#include "sim/vec2.h"

namespace novphy {

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

/// How a body moves at one moment.
struct Motion {
  Vec2 at_m{};  ///< the body's origin
  double angle_rad = 0;
  Vec2 velocity_mps{};  ///< velocity of the centre of mass
  double spin_rad_per_s = 0;
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
  Vec2 vector{};       ///< launch: velocity, m/s; push: impulse that an effect gave without interruption, Ns
  double since_s = 0;  ///< push: time at which the push began
  int effect = -1;     ///< push: index of the task's effect
  std::string
      cause{};  ///< death: "hit", "birds", "explosion", "switch", "left", "split"; score: "pig", "block", ...
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
