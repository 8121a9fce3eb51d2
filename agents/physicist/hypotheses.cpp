#include "agents/physicist/hypotheses.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numbers>
#include <numeric>
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
constexpr std::array kBoxes_m{Vec2{2.5, 1}, Vec2{6.3, 2.5}};
constexpr std::array kShippedBoxes_m{Vec2{4, 1.6}, Vec2{6.3, 2.5}};
constexpr std::array kGravityFactors{0.25, 0.5, 1.0, 2.0};  // 1: gravity in another direction
constexpr std::array kSpeedFactors{0.5, 0.7, 1.4, 2.0};
constexpr std::array kTurns_deg{10, -10, 30, -30, 90, -90, 180};
constexpr std::array kHeights_m{0.0, 3.0};
constexpr int kStartingDirections = 8;

/// The field that takes the place of visible air turbulence.
const ForceField kSeenAir{.look = "air_turbulence"};

Vec2 in_direction(double size, int eighth) { return rotated({size, 0}, eighth * std::numbers::pi / 4); }

// The bodies that may be meant.

bool there_are(const Surroundings& here, bool SeenLook::*of_class) {
  return std::ranges::any_of(here.looks, of_class);
}

/// The bodies that a law may be about, and its name for them if they are objects.
struct Who {
  Bodies on{};
  ObjectName name{};
  double above_mps = 0;  ///< forces act on them while they are faster
};

Targets targets(const Who& who) {
  const auto above = [&](bool meant) { return meant ? std::optional(who.above_mps) : std::nullopt; };
  return {.birds_above_mps = above(who.on.birds),
          .blocks_above_mps = above(who.on.blocks),
          .pigs_above_mps = above(who.on.pigs),
          .material = who.on.material,
          .object = who.on.object};
}

bool means(const Who& who, const SeenLook& look) {
  return ((who.on.blocks && look.block) || (who.on.pigs && look.pig)) &&
         (who.on.material.empty() || who.on.material == look.material) &&
         (who.name.look.empty() || who.name.look == look.name);
}

/// Whether both mean the same bodies here. Birds have neither material nor appearance in a law.
bool mean_same(const Surroundings& here, const Who& a, const Who& b) {
  const auto alike = [&](const SeenLook& look) { return means(a, look) == means(b, look); };
  return a.on.birds == b.on.birds && a.above_mps == b.above_mps && a.name.which == b.name.which &&
         std::ranges::all_of(here.looks, alike);
}

/// The list without those who mean the same as one before them.
std::vector<Who> distinct(const Surroundings& here, const std::vector<Who>& whos) {
  std::vector<Who> kept;
  for (const Who& who : whos)
    if (std::ranges::none_of(kept, [&](const Who& other) { return mean_same(here, other, who); }))
      kept.push_back(who);
  return kept;
}

/// All sets of the classes that are there. Birds always come.
std::vector<Who> sets_of_classes(const Surroundings& here, double above_mps = 0) {
  std::vector<Who> sets;
  for (int set = 1; set < 8; ++set) {
    const Bodies on{.birds = (set & 1) != 0, .blocks = (set & 2) != 0, .pigs = (set & 4) != 0};
    if (on.blocks && !there_are(here, &SeenLook::block)) continue;
    if (on.pigs && !there_are(here, &SeenLook::pig)) continue;
    sets.push_back({.on = on, .above_mps = above_mps});
  }
  return sets;
}

/// How a law may name objects that look so.
std::vector<Selector> names_of(const SeenLook& look) {
  std::vector<Selector> names{Selector::kEach};
  append(names, look.singles);
  return names;
}

Bodies of_material(const Surroundings& here, const std::string& material) {
  Bodies on{.material = material};
  for (const SeenLook& look : here.looks) {
    on.blocks |= look.material == material && look.block;
    on.pigs |= look.material == material && look.pig;
  }
  return on;
}

/// Things of one material, or with one appearance, all or one of them.
std::vector<Who> narrowed(const Surroundings& here) {
  std::vector<Who> whos;
  for (const std::string& material : materials_of(here)) whos.push_back({.on = of_material(here, material)});
  for (const SeenLook& look : here.looks)
    for (const Selector which : names_of(look))
      if (look.block || look.pig)
        whos.push_back(
            {.on = {.blocks = look.block, .pigs = look.pig, .object = kOn}, .name = {look.name, which}});
  return whos;
}

/// Blocks and pigs without birds.
std::vector<Who> things(const Surroundings& here) {
  std::vector<Who> whos = sets_of_classes(here);
  std::erase_if(whos, [](const Who& who) { return who.on.birds; });
  append(whos, narrowed(here));
  return distinct(here, whos);
}

/// Sets of classes with things in them, as long as they move.
std::vector<Who> moving_things(const Surroundings& here) {
  std::vector<Who> whos = sets_of_classes(here, kMovingMps);
  std::erase_if(whos, [](const Who& who) { return !who.on.blocks && !who.on.pigs; });
  return whos;
}

std::vector<Who> anyone(const Surroundings& here) {
  std::vector<Who> whos = sets_of_classes(here);
  append(whos, narrowed(here));
  append(whos, moving_things(here));
  return distinct(here, whos);
}

/// Whom a force in a part of the world may push: birds, alone or with blocks or all things.
std::vector<Who> with_birds(const Surroundings& here) {
  std::vector<Who> whos{{.on = {.birds = true}}};
  for (const bool pigs : {false, true})
    whos.push_back({.on = {.birds = true, .blocks = there_are(here, &SeenLook::block), .pigs = pigs}});
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
  std::vector<int> after(static_cast<std::size_t>(here.birds_gone) + 1);
  std::iota(after.begin(), after.end(), 0);
  if (here.shipped_forms && after.size() > 2) after.resize(2);
  return after;
}

/// `where` is the change without whom, when and how strongly the force acts.
void add_forces(std::vector<Law>& laws, const std::vector<Who>& whos, const EffectChange& where,
                const std::vector<Vec2>& list, const std::vector<int>& after_birds_gone) {
  for (const Who& who : whos)
    for (const Vec2 force : list)
      for (const int after : after_birds_gone) {
        EffectChange change = where;
        change.on = who.name;
        auto& field = std::get<ForceField>(change.effect);
        field.on = targets(who);
        field.force_n = field.region ? rotated(force, -field.region->angle_rad) : force;
        field.after_birds_gone = after;
        laws.push_back({{std::move(change)}});
      }
}

/// Only weather, a force everywhere, begins later.
void add_weather(std::vector<Law>& laws, const Surroundings& here) {
  add_forces(laws, anyone(here), {}, forces(0), starts(here));
}

/// Air turbulence pushes what moves. It may have another force, or none.
void add_turbulence(std::vector<Law>& laws, const Surroundings& here) {
  if (!here.region) return;
  std::vector<Who> whos = moving_things(here);
  std::erase_if(whos, [](const Who& who) { return !who.on.birds; });
  if (whos.empty()) whos.push_back({.on = {.birds = true}, .above_mps = kMovingMps});
  const EffectChange where{.effect = kSeenAir};
  add_forces(laws, whos, where, forces(0), starts(here));
  add_forces(laws, {whos.front()}, where, {Vec2{}}, {0});
}

std::vector<Box> half_planes(const Surroundings& here) {
  std::vector<Box> found;
  const auto add = [&](int eighth, double at_m) {
    found.push_back(half_plane(at_m, eighth * std::numbers::pi / 4));
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

/// Half-planes, boxes along and across objects, and discs around them.
std::vector<EffectChange> parts_of_the_world(const Surroundings& here) {
  std::vector<EffectChange> parts;
  const auto add = [&](const Box& region, bool round = false, const ObjectName& at = {}) {
    ForceField field{.region = region, .round = round, .by_centre = true};
    if (!at.look.empty()) field.object = kAt;
    parts.push_back({.effect = std::move(field), .at = at});
  };
  for (const Box& region : half_planes(here)) add(region);
  for (const SeenLook& look : here.looks)
    for (const Selector which : names_of(look)) {
      for (const Vec2 size : here.shipped_forms ? kShippedBoxes_m : kBoxes_m)
        for (const Vec2 turned : {size, Vec2{size.y, size.x}})
          add({.size_m = turned}, false, {look.name, which});
      for (const double radius : kRadii_m)
        add({.size_m = {2 * radius, 2 * radius}}, true, {look.name, which});
    }
  return parts;
}

/// A force in a part of the world must be strong, for nothing stays there for long.
void add_regional_forces(std::vector<Law>& laws, const Surroundings& here) {
  for (const EffectChange& where : parts_of_the_world(here))
    add_forces(laws, with_birds(here), where, forces(1), {0});
}

// Pulls.

/// Materials that may be pushed where others are pulled.
std::vector<std::string> exceptions(const Surroundings& here, const Who& who) {
  std::vector<std::string> found{""};
  for (const std::string& material : materials_of(here)) {
    const auto is_other = [&](const SeenLook& look) { return means(who, look) && look.material != material; };
    const bool others = who.on.birds || std::ranges::any_of(here.looks, is_other);
    if (who.on.blocks && of_material(here, material).blocks && others) found.push_back(material);
  }
  return found;
}

void add_pulls(std::vector<Law>& laws, const ObjectName& at, Magnet magnet) {
  for (const double radius : kRadii_m)
    for (const double strength : kStartingPulls_n_per_m)
      for (const double sign : {1, -1}) {
        magnet.radius_m = radius;
        magnet.strength_n_per_m = sign * strength;
        laws.push_back({{EffectChange{.effect = magnet, .at = at}}});
      }
}

/// Pulls as a force that grows with the distance.
void add_pulls(std::vector<Law>& laws, const ObjectName& at, const Who& who) {
  for (const double radius : kRadii_m)
    for (const double strength : kStartingPulls_n_per_m)
      for (const double k : {-strength, strength}) {
        EffectChange change{.at = at, .on = who.name};
        change.effect = ForceField{.object = kAt,
                                   .region = Box{.size_m = {2 * radius, 2 * radius}},
                                   .round = true,
                                   .by_centre = true,
                                   .per_m = {{k, 0}, {0, k}},
                                   .on = targets(who)};
        laws.push_back({{std::move(change)}});
      }
}

void add_pulls(std::vector<Law>& laws, const Surroundings& here) {
  std::vector<Who> whos = with_birds(here);
  if (there_are(here, &SeenLook::block)) whos.push_back({.on = {.blocks = true}});
  if (!here.shipped_forms)
    for (const std::string& material : materials_of(here))
      whos.push_back({.on = of_material(here, material)});
  for (const SeenLook& look : here.looks)
    for (const Selector which : names_of(look))
      for (const Who& who : whos) {
        if (!here.shipped_forms) {
          add_pulls(laws, {look.name, which}, who);
          continue;
        }
        for (const std::string& repels : exceptions(here, who))
          add_pulls(laws, {look.name, which},
                    {.name = "magnet", .object = kAt, .repels = repels, .on = targets(who)});
      }
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

void add_factors(std::vector<Law>& laws, const Who& who, double HiddenFactors::*number, bool may_be_0) {
  const auto add = [&](double factor) {
    Alteration law{.on = who.on};
    law.factors.*number = factor;
    laws.push_back({{EffectChange{.effect = std::move(law), .on = who.name}}});
  };
  std::ranges::for_each(kStartingFactors, add);
  if (may_be_0) add(0);
}

void add_matter(std::vector<Law>& laws, const Surroundings& here) {
  for (const Who& who : things(here)) {
    add_factors(laws, who, &HiddenFactors::mass, false);
    add_factors(laws, who, &HiddenFactors::life, false);
    add_factors(laws, who, &HiddenFactors::friction, true);
    add_factors(laws, who, &HiddenFactors::gravity, true);
    const auto may_bounce = [&](const SeenLook& look) { return look.bounces && means(who, look); };
    if (std::ranges::any_of(here.looks, may_bounce)) add_factors(laws, who, &HiddenFactors::bounce, false);
  }
}

// Pairs.

/// Calls visit(number) for the law's numbers, strengths before sizes and places.
template <class Visit>
void for_each_number(Effect& effect, const Visit& visit) {
  for (const bool strengths : {true, false}) {
    const auto look = [&](const auto& row, auto& value) {
      using What = std::remove_cvref_t<decltype(row.what)>;
      constexpr bool kStrong = std::is_same_v<What, law_field::Force> ||
                               std::is_same_v<What, law_field::Unlike> ||
                               std::is_same_v<What, law_field::Matrix>;
      if constexpr (kStrong)
        if (strengths) visit(value);
      if constexpr (std::is_same_v<What, law_field::Number>)
        if (strengths == (row.what.grows == law_field::Grows::kInProportion)) visit(value);
      if constexpr (std::is_same_v<What, law_field::Region>)
        if (Box* box = box_in(value); box && !strengths) visit(*box);
    };
    std::visit([&](auto& law) { for_each_field(law, look); }, effect);
  }
}

/// Of each number, whether there is any.
struct Bare {
  void operator()(double& number) const { number = number == 0 ? 0 : 1; }
  void operator()(Vec2& vector) const { vector = {}; }
  void operator()(Matrix2& matrix) const {
    if (matrix != Matrix2{}) matrix = {{1, 0}, {0, 1}};
  }
  void operator()(HiddenFactors& factors) const {
    for (const NamedFactor& factor : kFactors)
      if (factors.*factor.value != 1) factors.*factor.value = 2;
  }
  void operator()(Box& box) const { box = is_half_plane(box) ? half_plane(0, 0) : Box{}; }
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

  /// Factors of 1 are no change: neither are they varied, nor may a step end there.
  void vary(double& number, bool is_factor = false) {
    if (is_factor && number == 1) return;
    for (const double changed : {number * std::exp2(step), number * std::exp2(-step)})
      if (is_allowed(std::abs(changed)) && !(is_factor && changed == 1)) note(number, changed);
  }
  void shift(double& number, double by) {
    for (const double change_by : {by, -by}) note(number, number + change_by);
  }
  /// Makes the vector longer and shorter, and turns it.
  void vary(Vec2& vector) {
    for (const double sign : {1.0, -1.0})
      for (const Vec2 changed :
           {std::exp2(sign * step) * vector, rotated(vector, sign * step * kTurnStep_rad)})
        if (is_allowed(length(changed))) note(vector, changed);
  }

  /// Makes the matrix stronger and weaker.
  void vary(Matrix2& matrix) {
    if (matrix == Matrix2{}) return;
    for (const double factor : {std::exp2(step), std::exp2(-step)})
      note(matrix, {factor * matrix.x, factor * matrix.y});
  }

  /// Moves the edge of a half-plane, and turns it around the world's origin. The force keeps its direction.
  void vary_half_plane(ForceField& law) {
    const auto note_at = [&](double by_m, double turn_rad) {
      ForceField changed = law;
      changed.region = half_plane(edge_m(*law.region) + by_m, law.region->angle_rad + turn_rad);
      changed.force_n = rotated(law.force_n, -turn_rad);
      note(law, changed);
    };
    for (const double sign : {1, -1}) note_at(sign * step * kPlaceStep_m, 0);
    for (const double sign : {1, -1}) note_at(0, sign * step * kTurnStep_rad);
  }
  void vary(Box& box) {
    auto* field = law_in<ForceField>(change);
    if (field && is_half_plane(box)) return vary_half_plane(*field);
    if (field && field->round) {
      for (const double factor : {std::exp2(step), std::exp2(-step)})
        if (is_allowed(factor * box.size_m.x)) note(box.size_m, factor * box.size_m);
      return;
    }
    for (double* side_m : {&box.size_m.x, &box.size_m.y}) vary(*side_m);
    for (double* centre_m : {&box.centre_m.x, &box.centre_m.y}) shift(*centre_m, step * kPlaceStep_m);
  }
  void vary(HiddenFactors& factors) {
    for (const NamedFactor& factor : kFactors) vary(factors.*factor.value, true);
  }
  void vary(EffectChange& held) {
    for_each_number(held.effect, [&](auto& number) { vary(number); });
  }
  void vary(GravityLaw& law) { vary(law.gravity_mps2); }
  void vary(LaunchLaw& law) {
    vary(law.speed_factor, true);
    for (const double sign : {1.0, -1.0})
      if (const double turn_rad = law.turn_rad + sign * step * kTurnStep_rad;
          law.turn_rad != 0 && turn_rad != 0)
        note(law.turn_rad, turn_rad);
  }
};

}  // namespace

std::vector<std::string> materials_of(const Surroundings& here) {
  std::vector<std::string> found;
  for (const SeenLook& look : here.looks)
    if (!look.material.empty() && std::ranges::find(found, look.material) == found.end())
      found.push_back(look.material);
  return found;
}

LawChange structure(const LawChange& change) {
  if (std::holds_alternative<GravityLaw>(change)) return GravityLaw{};
  if (const auto* launch = std::get_if<LaunchLaw>(&change))
    return LaunchLaw{.speed_factor = launch->speed_factor == 1 ? 1.0 : 2.0};
  EffectChange bare = std::get<EffectChange>(change);
  if (replaces_seen(bare.effect)) return EffectChange{.effect = kSeenAir};
  for_each_number(bare.effect, Bare{});
  if (auto* magnet = std::get_if<Magnet>(&bare.effect)) magnet->repels.clear();
  return bare;
}

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
    const auto exception =
        i > 0 ? exception_factor(law.changes[i], law.changes[i - 1]) : std::optional<double>();
    if (exception) continue;  // it follows the change before it
    Around around{.step = step, .change = law.changes[i]};
    std::visit([&](auto& change) { around.vary(change); }, around.change);
    for (LawChange& change : around.found) {
      Law& near = found.emplace_back(law);
      const auto factor = i + 1 < law.changes.size() ? exception_factor(law.changes[i + 1], law.changes[i])
                                                     : std::optional<double>();
      if (factor) {
        ForceField& next = *law_in<ForceField>(near.changes[i + 1]);
        const Targets on = next.on;
        next = times(*factor, *law_in<ForceField>(change));
        next.on = on;
      }
      near.changes[i] = std::move(change);
    }
  }
  return found;
}

}  // namespace novphy
