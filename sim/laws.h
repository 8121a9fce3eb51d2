#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "sim/law_parts.h"

/// The laws that a task may hold beside the usual ones. Each is plain values in SI units, with
///
/// * fields(): the list of its fields. Task files, their schema and checks, and novelties go by it.
/// * kWords: the law in English. {KEY} stands for a field in words; of <SEPARATOR;PART;PART;...> those parts
///   stand whose fields have other values than a law as it is made, or the first if there is a separator.
/// * problem(), if it has a rule that no list tells: the rule that the law breaks, or "".
/// * kOneOf, if one of its fields must be given: the names of these;
/// * kPushes, if it pushes bodies;
/// * only_takes_wins(), unless it is never so, and has_strength(), if a part of the law is there or not;
/// * kCertainEnds, once certain_end.cpp takes account of it; with other laws, birds stay until they rest.
///
/// What a law does with a moving body at the end of each time step after settling is an overload of
/// end_step_of_body() in effects.cpp. Forces, which also act while a task settles, are pushed there; touches
/// and damage stand in rules.cpp, and what bodies are from the start in scene.cpp. The engine changes a
/// velocity by kick(). A law that moves bodies elsewhere sets Scene::disturbed and adds to Scene::path, as a
/// portal does. Tests compare plays with and without certain ends by plays_that_certain_ends_change() in
/// tests/sim/worlds.h.
namespace novphy {

/// A force in a region, which is an affine function of a body's place and velocity:
///
///     force = force_n + per_m * (place - centre of the region) + per_mps * velocity
///
/// `force_n` alone is air turbulence, a fan or a storm; `per_m` makes springs, saddles, shear and whirls, and
/// `per_mps` drag and pushes across a body's way. sim/catalogue.h gives their bounds. Places are bodies'
/// origins; without a region they count from the object's origin, or else from that of the world.
struct ForceField {
  std::string name = "force_field";  ///< or the catalogue entry that the effect was made from
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

  static constexpr auto fields() {
    return std::tuple(law_field::maybe("object", &ForceField::object, law_field::OfObject{}),
                      law_field::maybe("region", &ForceField::region, law_field::Region{}),
                      law_field::given("force", &ForceField::force_n, law_field::Force{}),
                      law_field::given("on", &ForceField::on, law_field::Faster{}),
                      law_field::maybe("per_m", &ForceField::per_m, law_field::Matrix{}),
                      law_field::maybe("per_mps", &ForceField::per_mps, law_field::Matrix{}),
                      law_field::maybe("times_mass", &ForceField::times_mass, law_field::Flag{}),
                      law_field::maybe("shape", &ForceField::round, law_field::Flag{"box", "disc"}),
                      law_field::maybe("times", &ForceField::times, law_field::Times{}),
                      law_field::maybe("by", &ForceField::by_centre, law_field::Flag{"overlap", "centre"}),
                      law_field::maybe("per", &ForceField::per_collider, law_field::Flag{"body", "collider"}),
                      law_field::maybe("look", &ForceField::look, law_field::Look{}),
                      law_field::maybe("after_birds_gone", &ForceField::after_birds_gone,
                                       law_field::Count{bounds::kBirds, "bird"}),
                      law_field::maybe("trigger", &ForceField::trigger, law_field::Start{}));
  }
  static constexpr bool kPushes = true;
  static constexpr bool kCertainEnds = true;
  static constexpr std::string_view kWords =
      "a force of < + ;{force};{per_m} a metre;{per_mps} a m/s> acts on {on} {region}{times}<; once "
      "{after_birds_gone} gone>{trigger}";
  std::string_view problem() const;

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

  static constexpr auto fields() {
    return std::tuple(
        law_field::given("object", &Magnet::object, law_field::OfObject{}),
        law_field::given("radius", &Magnet::radius_m,
                         law_field::Number{bounds::kMinSizeM, bounds::kMaxSizeM, "metres"}),
        law_field::given("strength", &Magnet::strength_n_per_m,
                         law_field::Number{-bounds::kForceN, bounds::kForceN, "newtons per metre",
                                           law_field::Grows::kInProportion}),
        law_field::maybe("repels", &Magnet::repels, law_field::Material{}),
        law_field::maybe("on", &Magnet::on, law_field::Faster{}));
  }
  static constexpr bool kPushes = true;
  static constexpr bool kCertainEnds = true;
  static constexpr std::string_view kWords =
      "{object} pulls {on} within {radius} m by {strength} N a metre<;, but pushes {repels} blocks>";

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

  static constexpr auto fields() {
    using law_field::Grows;
    constexpr law_field::Number kDrag{-kMostDrag_per_s, kMostDrag_per_s, "added to the linear drag, 1/s",
                                      Grows::kInProportion};
    return std::tuple(
        law_field::given("on", &Alteration::on, law_field::Chosen{}),
        law_field::maybe("unlike", &Alteration::factors, law_field::Unlike{}),
        law_field::maybe("drag", &Alteration::drag_per_s, kDrag),
        law_field::maybe("restitution", &Alteration::restitution,
                         law_field::Number{-1, 1, "added to the restitution", Grows::kInProportion}));
  }
  static constexpr bool kCertainEnds = true;
  static constexpr std::string_view kWords =
      "for {on}: <, ;{unlike};a drag of {drag} a second more;a restitution of {restitution} more>";
  std::string_view problem() const;

  friend bool operator==(const Alteration&, const Alteration&) = default;
};

/// Bodies that lose life only by some others: by their touches and their explosions.
struct Shield {
  std::string name = "shield";
  Bodies on{.pigs = true};  ///< blocks, pigs or both
  Bodies by{};              ///< whatever else hits them does no damage

  static constexpr auto fields() {
    return std::tuple(law_field::maybe("on", &Shield::on, law_field::Chosen{law_field::Classes::kMortal}),
                      law_field::given("by", &Shield::by, law_field::Chosen{}));
  }
  bool only_takes_wins() const { return !on.blocks; }  ///< a block that lasts may do what a broken one cannot
  static constexpr bool kCertainEnds = true;
  static constexpr std::string_view kWords = "only {by} hurt {on}";

  friend bool operator==(const Shield&, const Shield&) = default;
};

/// An object that must not be touched: the first touch by one of these bodies, after settling and while a pig
/// is left, ends the play as lost. (In a task without pigs, any first touch does.)
struct Forbidden {
  std::string name = "forbidden";
  int object = 0;
  Bodies by{.birds = true};

  static constexpr auto fields() {
    using Of = law_field::OfObject::Of;
    return std::tuple(law_field::given("object", &Forbidden::object,
                                       law_field::OfObject{.of = Of::kBlock, .chosen = true, .near_m = 2}),
                      law_field::maybe("by", &Forbidden::by, law_field::Chosen{law_field::Classes::kMoving}));
  }
  static constexpr bool only_takes_wins() { return true; }
  static constexpr bool kCertainEnds = true;
  static constexpr std::string_view kWords = "{object} must not be touched by {by}";

  friend bool operator==(const Forbidden&, const Forbidden&) = default;
};

/// An object of which a touch by one of these bodies, after settling, kills all pigs.
struct Switch {
  std::string name = "switch";
  int object = 0;
  Bodies by{.birds = true};

  static constexpr auto fields() {
    using Of = law_field::OfObject::Of;
    return std::tuple(law_field::given("object", &Switch::object,
                                       law_field::OfObject{.of = Of::kBlock, .chosen = true, .near_m = 2}),
                      law_field::maybe("by", &Switch::by, law_field::Chosen{law_field::Classes::kMoving}));
  }
  static constexpr std::string_view kWords = "a touch of {object} by {by} kills all pigs";

  friend bool operator==(const Switch&, const Switch&) = default;
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

  static constexpr auto fields() {
    using Of = law_field::OfObject::Of;
    return std::tuple(law_field::given("object", &PlatformSurface::object,
                                       law_field::OfObject{.of = Of::kPlatform, .chosen = true}),
                      law_field::maybe("speed", &PlatformSurface::speed_mps,
                                       law_field::Number{-kMostBelt_mps, kMostBelt_mps, "metres per second",
                                                         law_field::Grows::kInProportion}),
                      law_field::maybe("one_way", &PlatformSurface::one_way, law_field::Flag{}));
  }
  bool has_strength() const { return !one_way; }
  static constexpr bool kCertainEnds = true;
  static constexpr std::string_view kWords =
      "{object} < and ;is a belt of {speed} m/s;{one_way}lets bodies through from below>";
  static constexpr std::string_view kOneOf = R"(a "speed" or "one_way", found neither)";

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

  static constexpr auto fields() {
    return std::tuple(law_field::given("region", &Portal::region, law_field::Region{}),
                      law_field::given("to", &Portal::to_m, law_field::Place{}),
                      law_field::maybe("turn", &Portal::turn_rad, law_field::Angle{"turn_deg", "turn_rad"}),
                      law_field::maybe("on", &Portal::on, law_field::Chosen{law_field::Classes::kMoving}));
  }
  static constexpr bool kCertainEnds = true;
  static constexpr std::string_view kWords =
      "a portal for {on} {region} leads to {to}<;, turned by {turn}\u00b0>";

  friend bool operator==(const Portal&, const Portal&) = default;
};

using Effect =
    std::variant<ForceField, Magnet, Alteration, Shield, Forbidden, Switch, PlatformSurface, Portal>;

/// The laws, as files begin them. Files name a law so, or an entry of the catalogue, which gives its values.
const std::vector<Effect>& all_laws();

/// The laws of one type among these effects, in their order.
template <class Law>
std::vector<const Law*> laws_of(const std::vector<Effect>& effects) {
  std::vector<const Law*> laws;
  for (const Effect& effect : effects)
    if (const auto* law = std::get_if<Law>(&effect)) laws.push_back(law);
  return laws;
}

/// The name that files have for the effect.
const std::string& name_of(const Effect& effect);

/// The rule that a law breaks, such as a number out of its range; nothing if it breaks none.
std::optional<std::string> problem_of(const Effect& effect);

/// Whether the effect pushes bodies, which events tell of.
bool pushes(const Effect& effect);

/// Whether nothing wins under the law that would not win without it.
bool only_takes_wins(const Effect& effect);

/// Whether the effect may be weaker or stronger.
bool has_strength(const Effect& effect);

/// The effect at this strength, which is 1 as it stands: forces, speeds and distances are multiplied by it,
/// factors taken to its power, and all rounded to 1e-3.
Effect strengthened(Effect effect, double strength);

/// The length and direction of a vector: "3 N to the right", "3 N at 20\u00b0".
std::string words_of(Vec2 v, std::string_view unit);
/// One English sentence about the effect, without a capital and a full stop. `object` names an object by its
/// index: "object 3 (circle)".
std::string words_of(const Effect& effect, const std::function<std::string(int)>& object);

/// The box of a region; null if the law acts everywhere.
inline Box* box_in(Box& region) { return &region; }
inline const Box* box_in(const Box& region) { return &region; }
inline Box* box_in(std::optional<Box>& region) { return region ? &*region : nullptr; }
inline const Box* box_in(const std::optional<Box>& region) { return region ? &*region : nullptr; }

/// The object that the law is of or attached to; nothing if there is none.
template <class Law>
std::optional<int> object_of(const Law& law) {
  std::optional<int> object;
  for_each_field(law, [&](const auto& row, const auto& value) {
    if constexpr (std::is_same_v<decltype(row.what), law_field::OfObject>) object = value;
  });
  return object;
}

/// Calls visit(index) for each object that the effect names: the one that it is attached to, the only one
/// that it acts on, and those of its trigger.
template <class AnEffect, class Visit>
void for_each_object_of(AnEffect& effect, const Visit& visit) {
  const auto maybe = [&](auto& object) {
    if constexpr (requires { *object; }) {
      if (object) visit(*object);
    } else {
      visit(object);
    }
  };
  const auto look = [&](const auto& row, auto& value) {
    using What = std::remove_cvref_t<decltype(row.what)>;
    if constexpr (std::is_same_v<What, law_field::OfObject>) maybe(value);
    if constexpr (std::is_same_v<What, law_field::Chosen> || std::is_same_v<What, law_field::Faster>)
      maybe(value.object);
    if constexpr (std::is_same_v<What, law_field::Start>)
      if (value) maybe(value->object), maybe(value->by.object);
  };
  std::visit([&](auto& law) { for_each_field(law, look); }, effect);
}

/// Calls visit(key, place) for each place in the world that the effect names: the middle of its region
/// ("at"), unless an object carries this, and others.
template <class AnEffect, class Visit>
void for_each_place_of(AnEffect& effect, const Visit& visit) {
  std::visit(
      [&](auto& law) {
        const bool carried = object_of(law).has_value();
        for_each_field(law, [&](const auto& row, auto& value) {
          using What = std::remove_cvref_t<decltype(row.what)>;
          if constexpr (std::is_same_v<What, law_field::Place>) visit(row.key, value);
          if constexpr (std::is_same_v<What, law_field::Region>)
            if (auto* region = box_in(value); region && !carried)
              visit(std::string_view("at"), region->centre_m);
        });
      },
      effect);
}

}  // namespace novphy
