#pragma once

#include <algorithm>
#include <array>
#include <optional>
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

/// The first values, at most so many.
template <class One>
std::vector<One> first_of(std::vector<One> values, std::size_t most) {
  if (values.size() > most) values.erase(values.begin() + static_cast<std::ptrdiff_t>(most), values.end());
  return values;
}

/// Ordinary air turbulence counts a body as moving above this speed. So do changed laws.
inline constexpr double kMovingMps = 0.1;

/// Selects the objects that a law names among those that look alike, by their places before the throw. One
/// object is named by its side, so that the law tells which it is in later tasks, too.
enum class Selector { kEach, kLeftmost, kRightmost, kHighest, kLowest };

/// How a law names objects in every task: by their appearance, and by the side where only one is meant.
struct ObjectName {
  std::string look{};  ///< such as "wood_circle"; "": no object is named
  Selector which = Selector::kEach;

  friend bool operator==(const ObjectName&, const ObjectName&) = default;
};

/// The objects that the effect of a change names: that at which it acts, and that on which it does.
inline constexpr int kAt = 0;
inline constexpr int kOn = 1;

/// An effect for each object that `at` names, and each that `on` does. A force with a look but without a
/// region takes the place of that which acts in each visible air turbulence in the normal world.
struct EffectChange {
  Effect effect{};  ///< its objects are kAt and kOn; it counts the birds of the whole task
  ObjectName at{};
  ObjectName on{};

  friend bool operator==(const EffectChange&, const EffectChange&) = default;
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

using LawChange = std::variant<GravityLaw, LaunchLaw, EffectChange>;

/// The law of this type that the change holds; null if it holds another.
template <class One, class Change>
auto* law_in(Change& change) {
  auto* held = std::get_if<EffectChange>(&change);
  return held ? std::get_if<One>(&held->effect) : nullptr;
}

/// How the world may differ from the normal one. Objects are named by what they look like and by where they
/// are, so that a law holds for all tasks.
struct Law {
  std::vector<LawChange> changes{};  ///< none: the normal world

  friend bool operator==(const Law&, const Law&) = default;
};

/// The points that lie farther than at_m from the world's origin to a side: a square that reaches far beyond
/// the world. And whether a box is such a square, and the at_m of one.
Box half_plane(double at_m, double side_rad);
bool is_half_plane(const Box& box);
double edge_m(const Box& half_plane);

/// Whether the effect is visible air turbulence, or a force in it.
bool is_seen_region(const Effect& effect);
/// Whether it takes the place of the force in visible air turbulence.
bool replaces_seen(const Effect& effect);

/// How far to this side of the world the object lies; kEach: 0.
double farness_m(const Object& object, Selector side);

/// The indices of those objects of the task that are named. `looks` are the appearances of task.objects, in
/// their order.
std::vector<int> named_objects(const Task& task, std::span<const std::string> looks, const ObjectName& name);

/// The effects of a change in the task, with the task's objects.
std::vector<Effect> effects_in(const Task& task, std::span<const std::string> looks,
                               const EffectChange& change);

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

/// The force, so many times as strong.
ForceField times(double factor, ForceField force);

/// The law for birds and blocks, if its force acts on birds whose middle is in a region: it pushes each
/// collider of a body of which any part is in a smaller region, which makes no difference to a bird of this
/// radius with so many colliders.
std::vector<Law> by_colliders(const Law& law, double radius_m, int colliders);

/// Laws of two changes, if this one is a force on all birds: the same force on birds and blocks, but for the
/// blocks of one material, which it pushes the other way or not at all.
std::vector<Law> with_exceptions(const Law& law, const std::vector<std::string>& materials);

/// If the change is such an exception from another one: times the other force that it adds.
std::optional<double> exception_factor(const LawChange& change, const LawChange& from);

/// Number of appearances among which complexity() chooses.
inline constexpr double kUsualLooks = 8;

/// The length of the law's description in nats, its negative log prior: what is changed, for which bodies and
/// where, with which numbers.
double complexity(const Law& law);

}  // namespace novphy
