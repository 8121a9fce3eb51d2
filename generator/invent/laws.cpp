#include "generator/invent/laws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <stdexcept>

namespace novphy {
namespace {

constexpr double kMovedAbove_mps = 0.1;  // forces leave slower blocks and pigs alone: starts stay valid

template <class T>
const T& drawn_of(const std::vector<T>& from, Rng& rng) {
  return from[static_cast<std::size_t>(rng.integer(0, static_cast<int>(from.size()) - 1))];
}

/// A point of a bird's way or, as often, of another body's way, where there is one. Birds move for most of a
/// play, and laws that bend their flight alone would fill a set.
WayPoint drawn_point(const std::vector<WayPoint>& points, Rng& rng) {
  const bool of_bird = rng.uniform() < 0.5;
  std::vector<WayPoint> wanted;
  std::copy_if(points.begin(), points.end(), std::back_inserter(wanted),
               [&](const WayPoint& point) { return (point.category == Category::kBird) == of_bird; });
  return drawn_of(wanted.empty() ? points : wanted, rng);
}

}  // namespace

double rounded_law(double value) { return std::round(value * 1e3) / 1e3; }
Vec2 rounded_law(Vec2 v) { return {rounded_law(v.x), rounded_law(v.y)}; }

Place::Place(const Task& task, const OldWays& ways, const Catalogue& catalogue, Rng& rng)
    : task_(task), catalogue_(catalogue), rng_(rng), point_(drawn_point(ways.points, rng)) {}

Category Place::category_of(int object) const {
  const Object& of = task_.objects[static_cast<std::size_t>(object)];
  return catalogue_.find(of.type, of.material)->category;
}

Vec2 Place::direction() { return rotated({1, 0}, rng_.uniform(0, 2 * std::numbers::pi)); }

Bodies Place::bodies() {
  if (point_.category == Category::kBird) return {.birds = true};
  if (point_.category == Category::kPig) return {.pigs = true};
  Bodies blocks{.blocks = true};
  if (chance(0.5)) blocks.material = task_.objects[static_cast<std::size_t>(point_.body)].material;
  return blocks;
}

ForceField Place::field() {
  ForceField field{.name = "force_field", .by_centre = true, .times_mass = true};
  const bool all = chance(0.4);
  if (all || point_.category == Category::kBird) field.on.birds_above_mps = 0;
  if (all || point_.category != Category::kBird) field.on.blocks_above_mps = kMovedAbove_mps;
  if (point_.category == Category::kPig || chance(0.3)) field.on.pigs_above_mps = kMovedAbove_mps;
  return field;
}

Box Place::box(double least_m, double most_m) {
  const Vec2 away = rng_.uniform(0, 1) * direction();
  const Vec2 size{rng_.uniform(least_m, most_m), rng_.uniform(least_m, most_m)};
  return {rounded_law(point_.at_m + away), rounded_law(size), 0};
}

void Place::somewhere(ForceField& field) {
  field.round = chance(0.5);
  field.region = box(2, 6);
  if (field.round) field.region->size_m.y = field.region->size_m.x;
}

std::optional<int> Place::object(const std::function<bool(Category)>& wanted, double within_m) {
  std::vector<int> near;
  for (int i = 0; i < static_cast<int>(task_.objects.size()); ++i) {
    const Vec2 at = task_.objects[static_cast<std::size_t>(i)].at_m;
    if (i != point_.body && length(at - point_.at_m) < within_m && wanted(category_of(i))) near.push_back(i);
  }
  if (near.empty()) return std::nullopt;
  return drawn_of(near, rng_);
}

void Place::around_object(ForceField& field) {
  field.object = object([](Category) { return true; });
  if (!field.object) return somewhere(field);
  const double diameter = rounded_law(rng_.uniform(4, 8));
  field.region = Box{{}, {diameter, diameter}, 0};
  field.round = true;
}

void Place::anywhere(ForceField& field, double share_everywhere) {
  const double what = rng_.uniform();
  if (what < share_everywhere) return;
  what < share_everywhere + (1 - share_everywhere) / 3 ? around_object(field) : somewhere(field);
}

namespace {

/// Changes that move nothing, and those after which a layout made for the usual world cannot be passed.
constexpr std::array<std::string_view, 5> kUnfit{"change_view", "limit_time", "change_material",
                                                 "invert_gravity", "mirror_slingshot"};

Task without_marks(Task task) {
  task.novelties.clear();
  return task;
}

/// The task with the part in it; nothing where the task does not take it there.
std::optional<Task> with_part(const Task& task, const PlacedNovelty& part, const Catalogue& catalogue) try {
  return inject(task, part.novelty, catalogue, part.where).task;
} catch (const std::invalid_argument&) {
  return std::nullopt;
}

/// Draws where the novelty goes, adds it to the parts, and puts it into the task. Returns false where the
/// task does not take it anywhere.
bool add_part(const Novelty& novelty, Task& task, std::vector<PlacedNovelty>& parts, Place& place,
              const Catalogue& catalogue) {
  std::vector<Where> wheres;
  if (const auto object = place.object([](Category) { return true; })) wheres.push_back({.object = object});
  wheres.push_back({.at_m = place.box(1, 1).centre_m});
  wheres.push_back({});
  for (const Where& where : wheres) {
    PlacedNovelty part{novelty, where};
    std::optional<Task> with = with_part(task, part, catalogue);
    if (!with) continue;
    task = std::move(*with);
    parts.push_back(std::move(part));
    return true;
  }
  return false;
}

/// Whether each part can be taken out while the other stays, so that a check can ask for each.
bool separable(const Task& with, const Task& task, const PlacedNovelty& second, const Catalogue& catalogue) {
  const std::optional<Task> alone = with_part(task, second, catalogue);
  return alone && without_marks(without(with, 0)) == without_marks(*alone);
}

}  // namespace

std::vector<const Novelty*> composable(const std::vector<Novelty>& table) {
  std::vector<const Novelty*> found;
  for (const Novelty& novelty : table)
    if (std::find(kUnfit.begin(), kUnfit.end(), novelty.change) == kUnfit.end()) found.push_back(&novelty);
  return found;
}

std::optional<Invention> draw_composition(const Novelty& first, const Novelty& second, const Task& task,
                                          const OldWays& ways, const Catalogue& catalogue, Rng& rng) {
  Invention invention{.law = first.name + "+" + second.name, .level = kComposed};
  Place place(task, ways, catalogue, rng);
  Task with = task;
  for (const Novelty* novelty : {&first, &second})
    if (!add_part(*novelty, with, invention.parts, place, catalogue)) return std::nullopt;
  if (!separable(with, task, invention.parts.back(), catalogue)) return std::nullopt;
  invention.place = Box{place.point().at_m, {4, 4}, 0};
  const bool scaled = std::any_of(invention.parts.begin(), invention.parts.end(),
                                  [](const PlacedNovelty& part) { return !part.novelty.strength.empty(); });
  invention.least = scaled ? 0.125 : 1;
  invention.most = scaled ? 8 : 1;
  return invention;
}

// The table of laws that `novphy invent` draws from. docs/novelties.md has it in words.
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
