#include <algorithm>
#include <array>

#include "generator/invent/place.h"

/// The table of laws that `novphy invent` draws from. docs/novelties.md has it in words.
namespace novphy {
namespace {

/// Returns false where the task has no object that the law needs.
using Draw = bool (*)(Invention&, Place&);

bool is_platform(Category category) { return category == Category::kPlatform; }
bool can_die(Category category) { return category == Category::kBlock || category == Category::kPig; }
bool is_any(Category /*category*/) { return true; }

/// A law whose force grows with the place, at strength 1 by 4 m/s2 per metre.
template <class Shape>
bool by_place(Invention& to, Place& place, Shape shape) {
  ForceField field = place.field();
  place.anywhere(field, 0);
  field.per_m = shape(4 * place.sign());
  to.effects = {field};
  return true;
}

/// A law whose force grows with the velocity, at strength 1 by `rate` m/s2 per m/s.
bool by_velocity(Invention& to, Place& place, const Matrix2& rate) {
  ForceField field = place.field();
  place.anywhere(field, 0.4);
  field.per_mps = rate;
  to.effects = {field};
  return true;
}

bool spring(Invention& to, Place& place) {
  return by_place(to, place, [](double) { return Matrix2{{-4, 0}, {0, -4}}; });
}
bool source(Invention& to, Place& place) {
  return by_place(to, place, [](double) { return Matrix2{{4, 0}, {0, 4}}; });
}
bool whirl(Invention& to, Place& place) {
  return by_place(to, place, [](double k) { return Matrix2{{0, -k}, {k, 0}}; });
}
bool saddle(Invention& to, Place& place) {
  return by_place(to, place, [](double k) { return Matrix2{{k, 0}, {0, -k}}; });
}
bool shear(Invention& to, Place& place) {
  const bool level = place.chance(0.5);
  return by_place(to, place, [=](double k) {
    return level ? Matrix2{{0, k}, {0, 0}} : Matrix2{{0, 0}, {k, 0}};
  });
}
bool drag(Invention& to, Place& place) { return by_velocity(to, place, {{-1, 0}, {0, -1}}); }
bool boost(Invention& to, Place& place) { return by_velocity(to, place, {{0.5, 0}, {0, 0.5}}); }
bool swerve(Invention& to, Place& place) {
  const double turn = place.sign();
  return by_velocity(to, place, {{0, -turn}, {turn, 0}});
}

/// A force without a time, of this many m/s2.
ForceField push(Place& place, double mps2) {
  ForceField field = place.field();
  place.anywhere(field, 0.5);
  field.force_n = rounded_law(mps2 * place.direction());
  return field;
}

bool gusts(Invention& to, Place& place) {
  ForceField field = push(place, 10);
  field.times.from_s = rounded_law(place.uniform(0.2, 0.8));
  field.times.until_s = rounded_law(field.times.from_s + place.uniform(0.2, 0.5));
  field.times.every_s = rounded_law(*field.times.until_s + place.uniform(0.3, 1));
  to.effects = {field};
  return true;
}
bool late_wind(Invention& to, Place& place) {
  ForceField field = push(place, 6);
  field.times.from_s = rounded_law(place.uniform(0.5, 1.5));
  to.effects = {field};
  return true;
}

/// A wind that the first touch, or the death, of an object begins.
bool woken_wind(Invention& to, Place& place) {
  ForceField field = push(place, 8);
  const bool at_death = place.chance(0.3);
  const std::optional<int> object = place.object(at_death ? can_die : is_any, 5);
  if (!object) return false;
  field.trigger = Trigger{.object = *object, .at_death = at_death};
  if (!at_death && place.point().category != Category::kBird) field.trigger->by.blocks = true;
  to.effects = {field};
  return true;
}

bool moved_slingshot(Invention& to, Place& place) {
  to.slingshot_m = rounded_law(place.direction());
  to.least = 0.2;
  to.most = 3;
  return true;
}
bool turned_launch(Invention& to, Place& place) {
  to.turn_rad = 0.1 * place.sign();
  to.least = 0.2;
  to.most = 8;
  return true;
}

/// Bodies of the drawn class differ from their kind by a factor, at strength 1 of 2 or 1/2.
bool alter(Invention& to, Place& place, double HiddenFactors::*factor) {
  Alteration law{.on = place.bodies()};
  law.factors.*factor = place.chance(0.5) ? 2 : 0.5;
  to.effects = {law};
  to.most = 6;
  return true;
}

bool mass(Invention& to, Place& place) { return alter(to, place, &HiddenFactors::mass); }
bool weight(Invention& to, Place& place) { return alter(to, place, &HiddenFactors::gravity); }
bool grip(Invention& to, Place& place) {
  Alteration law{.on = place.bodies()};
  if (place.chance(0.5)) law.on = {.platforms = true, .ground = true};
  law.factors.friction = place.chance(0.3) ? 2 : 0.5;
  to.effects = {law};
  to.most = 6;
  return true;
}
bool bounce(Invention& to, Place& place) {
  Alteration law{.on = place.bodies()};
  if (place.chance(0.5)) law.on = {.platforms = true, .ground = true};
  law.restitution = 0.3;
  to.effects = {law};
  to.most = 3;
  return true;
}

bool belt(Invention& to, Place& place) {
  const std::optional<int> platform = place.object(is_platform, 6);
  if (!platform) return false;
  to.effects = {PlatformSurface{.object = *platform, .speed_mps = 2 * place.sign()}};
  to.most = 8;
  return true;
}
bool one_way(Invention& to, Place& place) {
  const std::optional<int> platform = place.object(is_platform, 6);
  if (!platform) return false;
  to.effects = {PlatformSurface{.object = *platform, .one_way = true}};
  to.least = to.most = 1;
  return true;
}

bool portal(Invention& to, Place& place) {
  Portal law{.region = place.box(1, 3), .on = {}};
  law.on = place.chance(0.4) ? Bodies{.birds = true, .blocks = true, .pigs = true} : place.bodies();
  law.on.material.clear();
  law.to_m = rounded_law(law.region.centre_m + place.uniform(2, 6) * place.direction());
  if (place.chance(0.5)) law.turn_rad = rounded_law(place.uniform(-1.5, 1.5));
  to.effects = {law};
  to.least = 0.5;
  to.most = 2;
  return true;
}

/// Pigs that only some bodies hurt.
bool shield(Invention& to, Place& place) {
  const std::array by{Bodies{.birds = true}, Bodies{.blocks = true},
                      Bodies{.platforms = true, .ground = true}};
  to.effects = {Shield{.by = by[place.index_below(by.size())]}};
  to.least = to.most = 1;
  return true;
}
bool forbidden(Invention& to, Place& place) {
  const std::optional<int> object = place.object(is_any, 5);
  if (!object) return false;
  Forbidden law{.object = *object};
  if (place.point().category != Category::kBird) law.by = {.birds = place.chance(0.5), .blocks = true};
  to.effects = {law};
  to.least = to.most = 1;
  return true;
}

struct Law {
  std::string_view name;
  Draw draw;
};
constexpr std::array kLaws{
    Law{"spring", spring},
    Law{"source", source},
    Law{"whirl", whirl},
    Law{"saddle", saddle},
    Law{"shear", shear},
    Law{"drag", drag},
    Law{"boost", boost},
    Law{"swerve", swerve},
    Law{"gusts", gusts},
    Law{"late_wind", late_wind},
    Law{"woken_wind", woken_wind},
    Law{"moved_slingshot", moved_slingshot},
    Law{"turned_launch", turned_launch},
    Law{"mass", mass},
    Law{"weight", weight},
    Law{"grip", grip},
    Law{"bounce", bounce},
    Law{"belt", belt},
    Law{"one_way", one_way},
    Law{"portal", portal},
    Law{"shield", shield},
    Law{"forbidden", forbidden},
};

int level_of(const ForceField& field) {
  if (!field.times.always() || field.trigger) return 8;
  if (field.object) return 4;
  if (!field.on.blocks_above_mps && !field.on.pigs_above_mps) return 3;
  return field.region ? 2 : 6;
}
int level_of(const Alteration& law) { return law.on.any_fixed() ? 6 : law.on.birds ? 3 : 1; }
int level_of(const PlatformSurface& /*law*/) { return 4; }
int level_of(const Portal& /*law*/) { return 6; }
int level_of(const Shield& /*law*/) { return 7; }
int level_of(const Forbidden& /*law*/) { return 7; }
int level_of(const Magnet& /*law*/) { return 4; }

/// The level of the novelty hierarchy, by what the law acts on. docs/novelties.md has the table.
int level_of(const Invention& invention) {
  if (invention.effects.empty()) return invention.turn_rad != 0 ? 3 : 5;
  return std::visit([](const auto& law) { return level_of(law); }, invention.effects.front());
}

}  // namespace

std::optional<Box> place_of(const Effect& effect, const Task& task) {
  const auto around = [&](int object, Vec2 size_m) {
    return Box{task.objects[static_cast<std::size_t>(object)].at_m, size_m, 0};
  };
  if (const auto* field = std::get_if<ForceField>(&effect); field && field->region)
    return field->object ? around(*field->object, field->region->size_m) : *field->region;
  if (const auto* law = std::get_if<Magnet>(&effect)) return around(law->object, {4, 4});
  if (const auto* law = std::get_if<Portal>(&effect)) return law->region;
  if (const auto* law = std::get_if<PlatformSurface>(&effect)) return around(law->object, {4, 4});
  if (const auto* law = std::get_if<Forbidden>(&effect)) return around(law->object, {2, 2});
  return std::nullopt;
}

std::vector<std::string_view> law_names() {
  std::vector<std::string_view> names;
  for (const Law& law : kLaws) names.push_back(law.name);
  return names;
}

std::optional<Invention> draw_invention(std::string_view law, const Task& task, const OldWays& ways,
                                        const Catalogue& catalogue, Rng& rng) {
  const auto row =
      std::find_if(kLaws.begin(), kLaws.end(), [&](const Law& each) { return each.name == law; });
  Invention invention{.law = std::string(row->name)};
  Place place(task, ways, catalogue, rng);
  if (!row->draw(invention, place)) return std::nullopt;
  invention.level = level_of(invention);
  if (!invention.effects.empty()) invention.place = place_of(invention.effects.front(), task);
  return invention;
}

}  // namespace novphy
