#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "sim/vec2.h"

/// What laws are made of: on whom they act, where and when, and how a law lists its fields.
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

/// The range of the factors in tasks: those of HiddenFactors, and Slingshot::speed_factor. The factors on
/// friction, gravity and bounce may be 0.
inline constexpr double kLeastFactor = 0.01;
inline constexpr double kMostFactor = 100;

/// A factor, its name in files and texts, and its least value.
struct NamedFactor {
  double HiddenFactors::*value;
  std::string_view name;
  double least;
  bool fits(const HiddenFactors& factors) const {
    return factors.*value >= least && factors.*value <= kMostFactor;
  }
};
inline constexpr std::array kFactors{NamedFactor{&HiddenFactors::mass, "mass", kLeastFactor},
                                     NamedFactor{&HiddenFactors::friction, "friction", 0},
                                     NamedFactor{&HiddenFactors::gravity, "gravity", 0},
                                     NamedFactor{&HiddenFactors::life, "life", kLeastFactor},
                                     NamedFactor{&HiddenFactors::bounce, "bounce", 0}};
/// Whether all factors are in their range.
inline bool fits(const HiddenFactors& factors) {
  return std::ranges::all_of(kFactors, [&](const NamedFactor& each) { return each.fits(factors); });
}

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

/// Bounds of the values in task files, far beyond the values of sensible tasks.
namespace bounds {
constexpr double kPlaceM = 1000;
constexpr double kMinSizeM = 0.01;
constexpr double kMaxSizeM = 1000;
constexpr double kForceN = 1e6;
constexpr double kTimeS = 1000;
constexpr double kSpeedMps = 10000;
constexpr int kBirds = 64;
constexpr int kObjects = 1000;
}  // namespace bounds

/// What a field of a law holds. Files, their schema, checks, English, novelties and inventions go by this.
namespace law_field {

/// How a value follows the strength of its law, which is 1 as the task gives it. kNot where a law is not
/// stronger for a larger number.
enum class Grows { kNot, kInProportion };

/// A double in this range, and its unit in words.
struct Number {
  double min = 0;
  double max = 0;
  std::string_view unit{};
  Grows grows = Grows::kNot;
};
/// A whole number from 0 on.
struct Count {
  int most = 0;
  std::string_view of{};  ///< what is counted
};
/// A bool, which files write as true and false, or as two words.
struct Flag {
  std::string_view when_false{};
  std::string_view when_true{};
};
struct Force {};   ///< a Vec2 in the frame of the region; grows in proportion
struct Matrix {};  ///< a Matrix2 in the frame of the region; grows in proportion
struct Unlike {};  ///< HiddenFactors; each grows as a power
/// A Box, or an optional one: where the law acts. Files have its "at", "size" and angle, texts the key.
struct Region {};
/// A point of the world. With the strength of the law it moves away from the middle of the region.
struct Place {};
/// Radians, and the keys under which files write it.
struct Angle {
  std::string_view deg{};
  std::string_view rad{};
};
/// The Bodies that the law names, of these classes.
enum class Classes { kAll, kMoving, kMortal };
struct Chosen {
  Classes classes = Classes::kAll;
};
struct Faster {};  ///< Targets
/// The index of an object, or an optional one.
struct OfObject {
  enum class Of { kAny, kPlatform, kBlock };
  Of of = Of::kAny;     ///< kPlatform: no other may be named; both are what a novelty chooses without a wish
  bool chosen = false;  ///< a novelty chooses the object where its file names none
  double near_m = 4;    ///< side of the box around the object where the law counts as acting
};
/// A word of the catalogue.
struct Material {};
struct Look {};
struct Times {};  ///< ForceTimes
struct Start {};  ///< an optional Trigger

/// One row of a law's list. A member that is not `given` may be absent in files: it then has the value of the
/// preset in the catalogue, or that of a law as it is made.
template <class Law, class T, class What>
struct FieldOf {
  std::string_view key;
  T Law::*member;
  What what;
  bool given = false;
};
template <class Law, class T, class What>
constexpr FieldOf<Law, T, What> given(std::string_view key, T Law::*member, What what) {
  return {key, member, what, true};
}
template <class Law, class T, class What>
constexpr FieldOf<Law, T, What> maybe(std::string_view key, T Law::*member, What what) {
  return {key, member, what};
}

}  // namespace law_field

/// Calls visit(row, value) for each row of the law's list.
template <class Law, class Visit>
void for_each_field(Law& law, const Visit& visit) {
  std::apply([&](const auto&... row) { (visit(row, law.*row.member), ...); }, Law::fields());
}

}  // namespace novphy
