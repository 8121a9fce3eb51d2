#include "agents/physicist/hypotheses.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numbers>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>

namespace novphy {
namespace {

// Starting values: every second number of the series R5 of preferred numbers (ISO 3), a factor of 2.5 apart.
// A bird weighs some 5 N. It flies for 2 s, in which 0.4 N move it by about a metre; 40 N throw it back.
constexpr std::array kStartingForces_n{0.4, 1.0, 2.5, 6.3, 16.0, 40.0, 100.0};
constexpr std::array kStartingPulls_n_per_m{0.4, 1.0, 2.5, 6.3, 16.0, 40.0};
constexpr std::array kStartingFactors{0.16, 0.4, 2.5, 6.3};
constexpr std::array kRadii_m{2.5, 6.3};  // the playing field is some 20 m wide
constexpr std::array kBoxes_m{Vec2{4, 1.6}, Vec2{6.3, 2.5}};
constexpr std::array kGravityFactors{0.25, 0.5, 1.0, 2.0};  // 1: gravity in another direction
constexpr std::array kSpeedFactors{0.5, 0.7, 1.4, 2.0};
constexpr std::array kTurns_deg{10, -10, 30, -30, 90, -90, 180};
constexpr std::array kHeights_m{0.0, 3.0};
constexpr int kStartingDirections = 8;

Vec2 in_direction(double size, int eighth) { return rotated({size, 0}, eighth * std::numbers::pi / 4); }

// The bodies that may be meant.

bool there_are(const Surroundings& here, bool SeenLook::*of_class) {
  return std::any_of(here.looks.begin(), here.looks.end(),
                     [&](const SeenLook& look) { return look.*of_class; });
}

bool means(const Affected& who, const SeenLook& look) {
  return ((who.blocks && look.block) || (who.pigs && look.pig)) &&
         (who.material.empty() || who.material == look.material) &&
         (who.look.empty() || who.look == look.name);
}

/// Whether both mean the same bodies here. Birds have neither material nor appearance in a law.
bool mean_same(const Surroundings& here, const Affected& a, const Affected& b) {
  return a.birds == b.birds && a.moving == b.moving && a.which == b.which &&
         std::all_of(here.looks.begin(), here.looks.end(),
                     [&](const SeenLook& look) { return means(a, look) == means(b, look); });
}

/// The list without those who mean the same as one before them.
std::vector<Affected> distinct(const Surroundings& here, const std::vector<Affected>& whos) {
  std::vector<Affected> kept;
  for (const Affected& who : whos)
    if (std::none_of(kept.begin(), kept.end(), [&](const Affected& k) { return mean_same(here, k, who); }))
      kept.push_back(who);
  return kept;
}

/// All sets of the classes that are there. Birds always come.
std::vector<Affected> sets_of_classes(const Surroundings& here) {
  std::vector<Affected> sets;
  for (int set = 1; set < 8; ++set) {
    const Affected who{.birds = (set & 1) != 0, .blocks = (set & 2) != 0, .pigs = (set & 4) != 0};
    if (who.blocks && !there_are(here, &SeenLook::block)) continue;
    if (who.pigs && !there_are(here, &SeenLook::pig)) continue;
    sets.push_back(who);
  }
  return sets;
}

std::vector<std::string> materials(const Surroundings& here) {
  std::vector<std::string> found;
  for (const SeenLook& look : here.looks)
    if (!look.material.empty() && std::find(found.begin(), found.end(), look.material) == found.end())
      found.push_back(look.material);
  return found;
}

/// How a law may name objects that look so.
std::vector<Selector> names_of(const SeenLook& look) {
  std::vector<Selector> names{Selector::kEach};
  append(names, look.singles);
  return names;
}

Affected of_material(const Surroundings& here, const std::string& material) {
  Affected who{.material = material};
  for (const SeenLook& look : here.looks) {
    who.blocks |= look.material == material && look.block;
    who.pigs |= look.material == material && look.pig;
  }
  return who;
}

/// Things of one material, or with one appearance, all or one of them.
std::vector<Affected> narrowed(const Surroundings& here) {
  std::vector<Affected> whos;
  for (const std::string& material : materials(here)) whos.push_back(of_material(here, material));
  for (const SeenLook& look : here.looks)
    for (const Selector which : names_of(look))
      if (look.block || look.pig)
        whos.push_back({.blocks = look.block, .pigs = look.pig, .look = look.name, .which = which});
  return whos;
}

/// Blocks and pigs without birds.
std::vector<Affected> things(const Surroundings& here) {
  std::vector<Affected> whos = sets_of_classes(here);
  std::erase_if(whos, [](const Affected& who) { return who.birds; });
  append(whos, narrowed(here));
  return distinct(here, whos);
}

/// Sets of classes with things in them, as long as they move.
std::vector<Affected> moving_things(const Surroundings& here) {
  std::vector<Affected> whos = sets_of_classes(here);
  std::erase_if(whos, [](const Affected& who) { return !who.blocks && !who.pigs; });
  for (Affected& who : whos) who.moving = true;
  return whos;
}

std::vector<Affected> anyone(const Surroundings& here) {
  std::vector<Affected> whos = sets_of_classes(here);
  append(whos, narrowed(here));
  append(whos, moving_things(here));
  return distinct(here, whos);
}

/// Whom a force in a part of the world may push: birds, alone or with blocks or all things.
std::vector<Affected> with_birds(const Surroundings& here) {
  std::vector<Affected> whos{{.birds = true}};
  for (const bool pigs : {false, true})
    whos.push_back({.birds = true, .blocks = there_are(here, &SeenLook::block), .pigs = pigs});
  return distinct(here, whos);
}

// Constant forces.

std::vector<Vec2> forces(double least_n) {
  std::vector<Vec2> list;
  for (const double strength : kStartingForces_n)
    for (int eighth = 0; eighth < kStartingDirections && strength >= least_n; ++eighth)
      list.push_back(in_direction(strength, eighth));
  return list;
}

/// Numbers of birds after which a force may begin.
std::vector<int> starts(const Surroundings& here) {
  return here.birds_gone > 0 ? std::vector<int>{0, 1} : std::vector<int>{0};
}

void add_forces(std::vector<Law>& laws, const std::vector<Affected>& whos, const ForceRegion& where,
                const std::vector<Vec2>& list, const std::vector<int>& after_birds_gone) {
  for (const Affected& who : whos)
    for (const Vec2 force : list)
      for (const int after : after_birds_gone)
        laws.push_back({{ForceLaw{.on = who, .where = where, .force_n = force, .after_birds_gone = after}}});
}

/// Only weather, a force everywhere, begins later.
void add_weather(std::vector<Law>& laws, const Surroundings& here) {
  add_forces(laws, anyone(here), {}, forces(0), starts(here));
}

/// Air turbulence pushes what moves. It may have another force, or none.
void add_turbulence(std::vector<Law>& laws, const Surroundings& here) {
  if (!here.region) return;
  std::vector<Affected> whos = moving_things(here);
  std::erase_if(whos, [](const Affected& who) { return !who.birds; });
  if (whos.empty()) whos.push_back({.birds = true, .moving = true});
  const ForceRegion where{.kind = ForceRegion::Kind::kSeenRegion};
  add_forces(laws, whos, where, forces(0), starts(here));
  add_forces(laws, {whos.front()}, where, {Vec2{}}, {0});
}

std::vector<ForceRegion> half_planes(const Surroundings& here) {
  std::vector<ForceRegion> found;
  const auto add = [&](int eighth, double at_m) {
    const double side_rad = eighth * std::numbers::pi / 4;
    found.push_back({.kind = ForceRegion::Kind::kHalfPlane, .at_m = at_m, .side_rad = side_rad});
  };
  for (const double x_m : {-here.width_m / 6, 0.0, here.width_m / 6}) {
    add(0, x_m);
    add(4, 0 - x_m);
  }
  for (const double y_m : kHeights_m) {
    add(2, y_m);
    add(6, 0 - y_m);
  }
  return found;
}

/// Discs around objects, and boxes along and across them.
std::vector<ForceRegion> places_at(const SeenLook& look, Selector which) {
  using Kind = ForceRegion::Kind;
  std::vector<ForceRegion> found;
  for (const Vec2 size : kBoxes_m)
    for (const Vec2 turned : {size, Vec2{size.y, size.x}})
      found.push_back({.kind = Kind::kBoxAt, .look = look.name, .which = which, .size_m = turned});
  for (const double radius : kRadii_m)
    found.push_back({.kind = Kind::kDiscAt, .look = look.name, .which = which, .radius_m = radius});
  return found;
}

std::vector<ForceRegion> parts_of_the_world(const Surroundings& here) {
  std::vector<ForceRegion> parts = half_planes(here);
  for (const SeenLook& look : here.looks)
    for (const Selector which : names_of(look)) append(parts, places_at(look, which));
  return parts;
}

/// A force in a part of the world must be strong, for nothing stays there for long.
void add_regional_forces(std::vector<Law>& laws, const Surroundings& here) {
  for (const ForceRegion& where : parts_of_the_world(here))
    add_forces(laws, with_birds(here), where, forces(1), {0});
}

// Pulls.

/// Materials that may be pushed where others are pulled.
std::vector<std::string> exceptions(const Surroundings& here, const Affected& who) {
  std::vector<std::string> found{""};
  for (const std::string& material : materials(here)) {
    const bool others = who.birds || std::any_of(here.looks.begin(), here.looks.end(), [&](const auto& look) {
                          return means(who, look) && look.material != material;
                        });
    if (who.blocks && of_material(here, material).blocks && others) found.push_back(material);
  }
  return found;
}

void add_pulls_of(std::vector<Law>& laws, const PullLaw& law) {
  for (const double radius : kRadii_m)
    for (const double strength : kStartingPulls_n_per_m)
      for (const double sign : {1, -1}) {
        laws.push_back({{law}});
        PullLaw& one = std::get<PullLaw>(laws.back().changes[0]);
        one.radius_m = radius;
        one.strength_n_per_m = sign * strength;
      }
}

void add_pulls(std::vector<Law>& laws, const Surroundings& here) {
  std::vector<Affected> whos = with_birds(here);
  if (there_are(here, &SeenLook::block)) whos.push_back({.blocks = true});
  for (const SeenLook& look : here.looks)
    for (const Selector which : names_of(look))
      for (const Affected& who : whos)
        for (std::string& repels : exceptions(here, who))
          add_pulls_of(laws, {.on = who, .look = look.name, .which = which, .repels = std::move(repels)});
}

// The other changes.

void add_gravities(std::vector<Law>& laws, const Surroundings& here) {
  if (here.gravity_mps2 == Vec2{}) return;
  laws.push_back({{GravityLaw{}}});
  for (const double factor : kGravityFactors)
    for (int eighth = 0; eighth < kStartingDirections; ++eighth) {
      const GravityLaw law{rotated(factor * here.gravity_mps2, eighth * std::numbers::pi / 4)};
      if (law.gravity_mps2 != here.gravity_mps2) laws.push_back({{law}});
    }
}

void add_launches(std::vector<Law>& laws) {
  for (const double factor : kSpeedFactors) laws.push_back({{LaunchLaw{.speed_factor = factor}}});
  for (const double turn : kTurns_deg) laws.push_back({{LaunchLaw{.turn_rad = radians(turn)}}});
  laws.push_back({{LaunchLaw{.mirrored_x = true}}});
  laws.push_back({{LaunchLaw{.mirrored_y = true}}});
}

void add_factors(std::vector<Law>& laws, const Affected& who, double HiddenFactors::*number, bool may_be_0) {
  const auto add = [&](double factor) {
    MatterLaw law{.of = who};
    law.factors.*number = factor;
    laws.push_back({{std::move(law)}});
  };
  std::for_each(kStartingFactors.begin(), kStartingFactors.end(), add);
  if (may_be_0) add(0);
}

void add_matter(std::vector<Law>& laws, const Surroundings& here) {
  for (const Affected& who : things(here)) {
    add_factors(laws, who, &HiddenFactors::mass, false);
    add_factors(laws, who, &HiddenFactors::life, false);
    add_factors(laws, who, &HiddenFactors::friction, true);
    add_factors(laws, who, &HiddenFactors::gravity, true);
    const bool bounces = std::any_of(here.looks.begin(), here.looks.end(),
                                     [&](const SeenLook& look) { return look.bounces && means(who, look); });
    if (bounces) add_factors(laws, who, &HiddenFactors::bounce, false);
  }
}

// Pairs.

struct Structure {
  LawChange operator()(const ForceLaw& law) const {
    const ForceRegion::Kind kind = law.where.kind;
    const bool seen = kind == ForceRegion::Kind::kSeenRegion;
    return ForceLaw{.on = seen ? Affected{} : law.on,
                    .where = {.kind = kind, .look = law.where.look, .which = law.where.which},
                    .after_birds_gone = seen ? 0 : law.after_birds_gone};
  }
  LawChange operator()(const PullLaw& law) const {
    return PullLaw{.on = law.on, .look = law.look, .which = law.which};
  }
  LawChange operator()(const GravityLaw& /*law*/) const { return GravityLaw{}; }
  LawChange operator()(const LaunchLaw& law) const {
    return LaunchLaw{.speed_factor = law.speed_factor == 1 ? 1.0 : 2.0};
  }
  LawChange operator()(const MatterLaw& law) const {
    MatterLaw bare{.of = law.of};
    for (const NamedFactor& factor : kFactors)
      if (law.factors.*factor.value != 1) bare.factors.*factor.value = 2;
    return bare;
  }
};

struct HashOfText {
  std::size_t operator()(const Law& law) const { return std::hash<std::string>{}(text(law)); }
};

// What a whole step changes: half of the distance of two starting values above, or less.
const double kTurnStep_rad = radians(22.5);
constexpr double kPlaceStep_m = 3;

// No strength, size or factor leaves this range.
constexpr double kSmallest = 0.01;
constexpr double kLargest = 1000;

/// Varies the numbers of one change, one after the other.
struct Around {
  double step;
  LawChange change;  ///< to which the numbers that vary() takes belong
  std::vector<LawChange> found{};

  /// Notes the change with this value of the number.
  template <class Number>
  void note(Number& number, const Number& value) {
    const Number before = std::exchange(number, value);
    found.push_back(change);
    number = before;
  }
  static bool is_allowed(double size) { return size >= kSmallest && size <= kLargest; }

  void scale(double& number) {
    for (const double factor : {std::exp2(step), std::exp2(-step)})
      if (is_allowed(std::abs(number * factor))) note(number, number * factor);
  }
  /// Factors of 1 are no change: neither are they varied, nor may a step end there.
  void scale_factor(double& number) {
    if (number == 1) return;
    for (const double factor : {std::exp2(step), std::exp2(-step)})
      if (number * factor != 1 && is_allowed(std::abs(number * factor))) note(number, number * factor);
  }
  void shift(double& number, double by) {
    for (const double change_by : {by, -by}) note(number, number + change_by);
  }
  /// Makes the vector longer and shorter, and turns it.
  void vary_vector(Vec2& vector) {
    for (const double sign : {1.0, -1.0})
      for (const Vec2 changed :
           {std::exp2(sign * step) * vector, rotated(vector, sign * step * kTurnStep_rad)})
        if (is_allowed(length(changed))) note(vector, changed);
  }

  void vary(ForceLaw& law) {
    vary_vector(law.force_n);
    const double by_m = step * kPlaceStep_m;
    ForceRegion& where = law.where;
    if (where.kind == ForceRegion::Kind::kHalfPlane) {
      shift(where.at_m, by_m);
      shift(where.side_rad, step * kTurnStep_rad);
    } else if (where.kind == ForceRegion::Kind::kBoxAt) {
      for (double* side_m : {&where.size_m.x, &where.size_m.y}) scale(*side_m);
      for (double* centre_m : {&where.centre_m.x, &where.centre_m.y}) shift(*centre_m, by_m);
    } else if (where.kind == ForceRegion::Kind::kDiscAt) {
      scale(where.radius_m);
    }
  }
  void vary(PullLaw& law) {
    scale(law.strength_n_per_m);
    scale(law.radius_m);
  }
  void vary(GravityLaw& law) { vary_vector(law.gravity_mps2); }
  void vary(LaunchLaw& law) {
    scale_factor(law.speed_factor);
    for (const double sign : {1.0, -1.0})
      if (const double turn_rad = law.turn_rad + sign * step * kTurnStep_rad;
          law.turn_rad != 0 && turn_rad != 0)
        note(law.turn_rad, turn_rad);
  }
  void vary(MatterLaw& law) {
    for (const NamedFactor& factor : kFactors) scale_factor(law.factors.*factor.value);
  }
};

}  // namespace

LawChange structure(const LawChange& change) { return std::visit(Structure{}, change); }

std::vector<Law> hypotheses(const Surroundings& here) {
  std::vector<Law> laws;
  add_weather(laws, here);
  add_turbulence(laws, here);
  add_regional_forces(laws, here);
  add_pulls(laws, here);
  add_gravities(laws, here);
  add_launches(laws);
  add_matter(laws, here);
  sort_by(laws, [&](const Law& law) { return complexity(law, here); });
  return laws;
}

std::vector<FlightGroup> flight_groups(std::span<const Law> laws) {
  std::vector<FlightGroup> groups;
  std::unordered_map<Law, std::size_t, HashOfText> known;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    Law part = in_flight(laws[i]);
    const auto [place, is_new] = known.try_emplace(part, groups.size());
    if (is_new) groups.push_back({.in_flight = std::move(part)});
    groups[place->second].members.push_back(i);
  }
  return groups;
}

std::vector<Law> pairs(const Law& first, std::span<const Law> seconds) {
  std::vector<Law> laws;
  const LawChange& change = first.changes.front();
  for (const Law& second : seconds)
    if (structure(second.changes.front()) != structure(change))
      laws.push_back({{change, second.changes.front()}});
  return laws;
}

std::vector<Law> neighbours(const Law& law, double step) {
  std::vector<Law> found;
  for (std::size_t i = 0; i < law.changes.size(); ++i) {
    Around around{.step = step, .change = law.changes[i]};
    std::visit([&](auto& change) { around.vary(change); }, around.change);
    for (LawChange& change : around.found) {
      found.push_back(law);
      found.back().changes[i] = std::move(change);
    }
  }
  return found;
}

}  // namespace novphy
