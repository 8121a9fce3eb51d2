#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/task.h"

namespace novphy {

/// Sorts by a key that is computed once for each value, the least first. Values of equal keys keep their
/// order.
template <class Value, class Key>
void sort_by(std::vector<Value>& values, const Key& key) {
  std::vector<std::pair<decltype(key(values.front())), std::size_t>> order;
  for (const Value& each : values) order.emplace_back(key(each), order.size());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Value> sorted;
  for (const auto& [of_value, index] : order) sorted.push_back(std::move(values[index]));
  values = std::move(sorted);
}

template <class One>
void append(std::vector<One>& to, const std::vector<One>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// Ordinary air turbulence counts a body as moving above this speed. So do changed laws.
inline constexpr double kMovingMps = 0.1;

/// Selects the objects that a law names among those that look alike, by their places before the throw. One
/// object is named by its side, so that the law tells which it is in later tasks, too.
enum class Selector { kEach, kLeftmost, kRightmost, kHighest, kLowest };

/// The bodies that a change is about: those of the named classes ("blocks" are blocks and TNT), narrowed by
/// what else is given.
struct Affected {
  bool birds = false;
  bool blocks = false;
  bool pigs = false;
  std::string material{};            ///< only bodies of this material; "": of any
  std::string look{};                ///< only objects with this appearance ("wood_circle"); "": with any
  Selector which = Selector::kEach;  ///< of those with the appearance
  bool moving = false;               ///< only bodies faster than kMovingMps

  friend bool operator==(const Affected&, const Affected&) = default;
};

/// Where a constant force acts. A body is there if its centre is.
struct ForceRegion {
  enum class Kind {
    kEverywhere,
    kHalfPlane,   ///< the points p with dot(p, direction of side_rad) > at_m
    kBoxAt,       ///< a box at each object that looks so; it moves and turns with the object
    kDiscAt,      ///< a disc around each object that looks so, simulated as the square of equal area
    kSeenRegion,  ///< the visible air turbulence, as the task gives it
  };
  Kind kind = Kind::kEverywhere;
  std::string look{};  ///< kBoxAt, kDiscAt: appearance of the objects
  Selector which = Selector::kEach;
  Vec2 size_m{};        ///< kBoxAt
  Vec2 centre_m{};      ///< kBoxAt: the box's centre in the object's frame
  double radius_m = 0;  ///< kDiscAt
  double at_m = 0;      ///< kHalfPlane
  double side_rad = 0;  ///< kHalfPlane

  friend bool operator==(const ForceRegion&, const ForceRegion&) = default;
};

/// A constant force. In boxes, discs and seen regions, it turns with them. In seen regions, it replaces the
/// force that acts there in the normal world.
struct ForceLaw {
  Affected on{};
  ForceRegion where{};
  Vec2 force_n{};
  int after_birds_gone = 0;  ///< the force begins once this many birds of the whole task are gone

  friend bool operator==(const ForceLaw&, const ForceLaw&) = default;
};

/// A force towards each object that looks so, in proportion to the distance, as that of Magnet.
struct PullLaw {
  Affected on{};
  std::string look{};
  Selector which = Selector::kEach;
  double radius_m = 0;
  double strength_n_per_m = 0;  ///< negative: away from the object
  std::string repels{};         ///< the force on blocks of this material is reversed; "": of none

  friend bool operator==(const PullLaw&, const PullLaw&) = default;
};

/// Another gravity.
struct GravityLaw {
  Vec2 gravity_mps2{};

  friend bool operator==(const GravityLaw&, const GravityLaw&) = default;
};

/// The slingshot throws otherwise: the launch velocity is first mirrored, then turned.
struct LaunchLaw {
  double speed_factor = 1;
  double turn_rad = 0;      ///< counter-clockwise
  bool mirrored_x = false;  ///< left and right are exchanged
  bool mirrored_y = false;  ///< up and down are exchanged

  friend bool operator==(const LaunchLaw&, const LaunchLaw&) = default;
};

/// Blocks or pigs that differ from what they look like. Birds cannot differ.
struct MatterLaw {
  Affected of{};  ///< `moving` does not count
  HiddenFactors factors{};

  friend bool operator==(const MatterLaw&, const MatterLaw&) = default;
};

using LawChange = std::variant<ForceLaw, PullLaw, GravityLaw, LaunchLaw, MatterLaw>;

/// How the world may differ from the normal one. Objects are named by what they look like and by where they
/// are, so that a law holds for all tasks.
struct Law {
  std::vector<LawChange> changes{};  ///< none: the normal world

  friend bool operator==(const Law&, const Law&) = default;
};

/// Whether the effect is a visible region of air turbulence.
bool is_seen_region(const Effect& effect);

/// How far to this side of the world the object lies; kEach: 0.
double farness_m(const Object& object, Selector side);

/// The indices of those objects of the task that are named. `looks` are the appearances of task.objects, in
/// their order.
std::vector<int> named_objects(const Task& task, std::span<const std::string> looks, const std::string& look,
                               Selector which);

/// The task under a law. `looks` are the appearances of task.objects, in their order. `birds_gone` birds of
/// the whole task were gone before this task, which holds the rest of it, begins. A changed launch is in the
/// shots, except for its speed, which is the task's.
Task under(const Law& law, Task task, std::span<const std::string> looks, int birds_gone = 0);

/// The shot that in a normal world, with the launch speed of under(law, task), does what this shot does under
/// the law.
Shot under(const Law& law, Shot shot);

/// What of the law a flying bird feels before it hits anything. Birds fly alike under laws with equal parts.
Law in_flight(const Law& law);

/// Whether the world is another one once birds are gone.
bool concerns_later_birds(const Law& law);

/// The appearances that the law names, once for each time.
std::vector<std::string> named_looks(const Law& law);

/// Whether the law is about something that may well be novel: an object with one of the unfamiliar
/// appearances, or the visible air turbulence.
bool is_about_novel_things(const Law& law, std::span<const std::string> unfamiliar);

/// One English sentence for each change, such as "A force of 3 N to the right acts on birds and blocks
/// everywhere once 1 bird is gone."
std::string text(const Law& law);

/// Number of appearances among which complexity() chooses.
inline constexpr double kUsualLooks = 8;

/// The length of the law's description in nats, its negative log prior: what is changed, for which bodies and
/// where, with which numbers.
double complexity(const Law& law);

}  // namespace novphy
