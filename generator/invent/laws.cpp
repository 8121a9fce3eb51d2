#include <algorithm>
#include <array>
#include <iterator>
#include <numbers>
#include <stdexcept>

#include "generator/invent/invention.h"
#include "generator/invent/placement.h"

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
  std::ranges::copy_if(points, std::back_inserter(wanted),
                       [&](const WayPoint& point) { return (point.category == Category::kBird) == of_bird; });
  return drawn_of(wanted.empty() ? points : wanted, rng);
}

bool is_platform(Category category) { return category == Category::kPlatform; }
bool can_die(Category category) { return category == Category::kBlock || category == Category::kPig; }
bool is_any(Category /*category*/) { return true; }
bool is_no_pig(Category category) { return category != Category::kPig; }

/// Draws what all laws share: a body whose way is changed, a place on that way, and objects beside it.
class Place {
 public:
  /// Draws a point of the ways, which must have one.
  Place(const Task& task, const std::vector<WayPoint>& points, const Catalogue& catalogue, Rng& rng)
      : task_(task), catalogue_(catalogue), rng_(rng), point_(drawn_point(points, rng)) {}

  const WayPoint& point() const { return point_; }
  const Task& task() const { return task_; }
  const Catalogue& catalogue() const { return catalogue_; }
  double uniform(double least, double most) { return rng_.uniform(least, most); }
  std::size_t index_below(std::size_t count) {
    return static_cast<std::size_t>(rng_.integer(0, static_cast<int>(count) - 1));
  }
  bool chance(double share) { return rng_.uniform() < share; }
  double sign() { return chance(0.5) ? 1 : -1; }
  /// A vector of length 1.
  Vec2 direction() { return rotated({1, 0}, rng_.uniform(0, 2 * std::numbers::pi)); }

  /// The class of the body that made the way. Blocks are narrowed to it or to its material at times.
  Bodies bodies() {
    if (point_.category == Category::kBird) return {.birds = true};
    if (point_.category == Category::kPig) return {.pigs = true};
    Bodies blocks{.blocks = true};
    if (chance(0.4))
      blocks.object = point_.body;
    else if (chance(0.5))
      blocks.material = task_.objects[static_cast<std::size_t>(point_.body)].material;
    return blocks;
  }

  /// A box of sides from `least_m` to `most_m` on the way, or up to a metre beside it.
  Box box(double least_m, double most_m) {
    const Vec2 away = rng_.uniform(0, 1) * direction();
    const Vec2 size{rng_.uniform(least_m, most_m), rng_.uniform(least_m, most_m)};
    return {rounded_law(point_.at_m + away), rounded_law(size), 0};
  }

  /// An object of these categories whose centre is near the way; nothing if there is none.
  std::optional<int> object(bool (*wanted)(Category), double within_m = 3) {
    std::vector<int> near;
    for (int i = 0; i < static_cast<int>(task_.objects.size()); ++i) {
      const Object& each = task_.objects[static_cast<std::size_t>(i)];
      if (i != point_.body && length(each.at_m - point_.at_m) < within_m &&
          wanted(catalogue_.find(each.type, each.material)->category))
        near.push_back(i);
    }
    if (near.empty()) return std::nullopt;
    return drawn_of(near, rng_);
  }

  /// A force on the body that made the way, and perhaps on others. It acts everywhere with this probability,
  /// or else in a part of the world.
  ForceField field(double share_everywhere) {
    ForceField field{.name = "force_field", .by_centre = true, .times_mass = true};
    const bool all = chance(0.4);
    if (all || point_.category == Category::kBird) field.on.birds_above_mps = 0;
    if (all || point_.category != Category::kBird) field.on.blocks_above_mps = kMovedAbove_mps;
    if (point_.category == Category::kPig || chance(0.3)) field.on.pigs_above_mps = kMovedAbove_mps;
    const double what = rng_.uniform();
    if (what >= share_everywhere)
      what < share_everywhere + (1 - share_everywhere) / 3 ? around_object(field) : somewhere(field);
    return field;
  }

 private:
  /// Lets the field act in a disc or box on the way.
  void somewhere(ForceField& field) {
    field.round = chance(0.5);
    field.region = box(2, 6);
    if (field.round) field.region->size_m.y = field.region->size_m.x;
  }
  /// Lets the field act in a disc around an object that lies near the way, and move with it; somewhere() if
  /// no object does.
  void around_object(ForceField& field) {
    field.object = object(is_any);
    if (!field.object) return somewhere(field);
    const double diameter = rounded_law(rng_.uniform(4, 8));
    field.region = Box{{}, {diameter, diameter}, 0};
    field.round = true;
  }

  const Task& task_;
  const Catalogue& catalogue_;
  Rng& rng_;
  WayPoint point_;
};

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
  if (const auto object = place.object(is_any)) wheres.push_back({.object = object});
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
    if (std::ranges::find(kUnfit, novelty.change) == kUnfit.end()) found.push_back(&novelty);
  return found;
}

std::optional<Invention> draw_composition(const std::array<const Novelty*, 2>& novelties, const Task& task,
                                          const OldWays& ways, const Catalogue& catalogue, Rng& rng) {
  Invention invention{.law = novelties[0]->name + "+" + novelties[1]->name, .level = kComposed};
  Place place(task, ways.points, catalogue, rng);
  Task with = task;
  for (const Novelty* novelty : novelties)
    if (!add_part(*novelty, with, invention.parts, place, catalogue)) return std::nullopt;
  if (!separable(with, task, invention.parts.back(), catalogue)) return std::nullopt;
  invention.place = Box{place.point().at_m, {4, 4}, 0};
  const bool scaled = std::ranges::any_of(
      invention.parts, [](const PlacedNovelty& part) { return !part.novelty.strength.empty(); });
  invention.least = scaled ? 0.125 : 1;
  invention.most = scaled ? 8 : 1;
  return invention;
}

// How the laws are drawn.
namespace {

/// Nothing where the task has no object that the law needs.
using Drawn = std::optional<Invention>;

Drawn acting(Effect effect) { return Invention{.effects = {std::move(effect)}}; }

/// A law whose force grows with the place, at strength 1 by 4 m/s2 per metre.
template <class Shape>
Drawn by_place(Place& place, Shape shape) {
  ForceField field = place.field(0);
  field.per_m = shape(4 * place.sign());
  return acting(field);
}
Drawn spring(Place& place) {
  return by_place(place, [](double) { return Matrix2{{-4, 0}, {0, -4}}; });
}
Drawn source(Place& place) {
  return by_place(place, [](double) { return Matrix2{{4, 0}, {0, 4}}; });
}
Drawn whirl(Place& place) {
  return by_place(place, [](double k) { return Matrix2{{0, -k}, {k, 0}}; });
}
Drawn saddle(Place& place) {
  return by_place(place, [](double k) { return Matrix2{{k, 0}, {0, -k}}; });
}
Drawn shear(Place& place) {
  const bool level = place.chance(0.5);
  return by_place(place, [=](double k) { return level ? Matrix2{{0, k}, {0, 0}} : Matrix2{{0, 0}, {k, 0}}; });
}

/// A law whose force grows with the velocity, at strength 1 by `rate` m/s2 per m/s.
Drawn by_velocity(Place& place, const Matrix2& rate) {
  ForceField field = place.field(0.4);
  field.per_mps = rate;
  return acting(field);
}
Drawn drag(Place& place) { return by_velocity(place, {{-1, 0}, {0, -1}}); }
Drawn boost(Place& place) { return by_velocity(place, {{0.5, 0}, {0, 0.5}}); }
Drawn swerve(Place& place) {
  const double turn = place.sign();
  return by_velocity(place, {{0, -turn}, {turn, 0}});
}

/// A force without a time, of this many m/s2.
ForceField push(Place& place, double mps2) {
  ForceField field = place.field(0.5);
  field.force_n = rounded_law(mps2 * place.direction());
  return field;
}
Drawn gusts(Place& place) {
  ForceField field = push(place, 10);
  field.times.from_s = rounded_law(place.uniform(0.2, 0.8));
  field.times.until_s = rounded_law(field.times.from_s + place.uniform(0.2, 0.5));
  field.times.every_s = rounded_law(*field.times.until_s + place.uniform(0.3, 1));
  return acting(field);
}
Drawn late_wind(Place& place) {
  ForceField field = push(place, 6);
  field.times.from_s = rounded_law(place.uniform(0.5, 1.5));
  return acting(field);
}
/// A wind that the first touch, or the death, of an object begins.
Drawn woken_wind(Place& place) {
  ForceField field = push(place, 8);
  const bool at_death = place.chance(0.3);
  const std::optional<int> object = place.object(at_death ? can_die : is_any, 5);
  if (!object) return std::nullopt;
  field.trigger = Trigger{.object = *object, .at_death = at_death};
  if (!at_death && place.point().category != Category::kBird) field.trigger->by.blocks = true;
  return acting(field);
}

/// Along the ground, or onto a platform.
Drawn moved_slingshot(Place& place) {
  const std::vector<Vec2> platforms = stands_on_platforms(place.task(), place.catalogue());
  if (platforms.empty() || place.chance(0.5)) return Invention{.slingshot_m = {place.sign(), 0}};
  const Vec2 to_m = platforms[place.index_below(platforms.size())];
  return Invention{.slingshot_m = rounded_law(to_m - place.task().slingshot.at_m), .least = 1, .most = 1};
}
Drawn turned_launch(Place& place) { return Invention{.turn_rad = 0.1 * place.sign()}; }

/// Bodies of the drawn class differ from their kind by a factor, at strength 1 of 2 or 1/2.
Drawn altered(Place& place, double HiddenFactors::*factor) {
  Alteration law{.on = place.bodies()};
  law.factors.*factor = place.chance(0.5) ? 2 : 0.5;
  return acting(law);
}
Drawn mass(Place& place) { return altered(place, &HiddenFactors::mass); }
/// Bodies that the air holds back.
Drawn sluggish(Place& place) { return acting(Alteration{.on = place.bodies(), .drag_per_s = 1}); }
Drawn weight(Place& place) { return altered(place, &HiddenFactors::gravity); }

/// An alteration of the drawn class or of what stands fast.
Alteration of_surfaces(Place& place) {
  Alteration law{.on = place.bodies()};
  if (place.chance(0.5)) law.on = {.platforms = true, .ground = true};
  return law;
}
Drawn grip(Place& place) {
  Alteration law = of_surfaces(place);
  law.factors.friction = place.chance(0.3) ? 2 : 0.5;
  return acting(law);
}
Drawn bounce(Place& place) {
  Alteration law = of_surfaces(place);
  law.restitution = 0.3;
  return acting(law);
}

Drawn belt(Place& place) {
  const std::optional<int> platform = place.object(is_platform, 6);
  if (!platform) return std::nullopt;
  return acting(PlatformSurface{.object = *platform, .speed_mps = 2 * place.sign()});
}
Drawn one_way(Place& place) {
  const std::optional<int> platform = place.object(is_platform, 6);
  if (!platform) return std::nullopt;
  return acting(PlatformSurface{.object = *platform, .one_way = true});
}

Drawn portal(Place& place) {
  Portal law{.region = place.box(1, 3), .on = {}};
  law.on = place.chance(0.4) ? Bodies{.birds = true, .blocks = true, .pigs = true} : place.bodies();
  law.on.material.clear();
  law.on.object.reset();
  law.to_m = rounded_law(law.region.centre_m + place.uniform(2, 6) * place.direction());
  if (const std::optional<int> object = place.chance(0.5) ? place.object(can_die, 20) : std::nullopt)
    law.to_m = rounded_law(place.task().objects[static_cast<std::size_t>(*object)].at_m +
                           place.uniform(0.8, 2) * place.direction());
  if (place.chance(0.5)) law.turn_rad = rounded_law(place.uniform(-1.5, 1.5));
  return acting(law);
}

/// A law that takes the usual wins, and an object as a switch that gives others.
Drawn with_switch(Place& place, Effect takes, int other_than = -1) {
  const std::optional<int> object = place.object(is_no_pig, 20);
  if (!object || *object == other_than) return std::nullopt;
  return Invention{.effects = {std::move(takes), Switch{.object = *object,
                                                        .by = {.birds = true, .blocks = place.chance(0.5)}}}};
}
/// Pigs that nothing hurts, or a block that breaks or hardly moves, and an object whose touch kills pigs.
Drawn charged(Place& place) {
  const bool moves = place.point().category == Category::kBlock;
  Alteration law{.on = {.blocks = moves, .pigs = !moves}};
  if (moves) law.on.object = place.point().body;
  if (!moves)
    law.factors.life = kMostFactor;
  else if (place.chance(0.5))
    law.factors.life = kLeastFactor;
  else
    law.factors.mass = 50;
  return with_switch(place, law, place.point().body);
}
/// Pigs that only some bodies hurt.
Drawn shield(Place& place) {
  const std::array by{Bodies{.birds = true}, Bodies{.blocks = true},
                      Bodies{.platforms = true, .ground = true}};
  return with_switch(place, Shield{.by = by[place.index_below(by.size())]});
}
Drawn forbidden(Place& place) {
  const bool moves = place.point().category == Category::kBlock;
  const std::optional<int> object = moves && place.chance(0.5) ? place.point().body : place.object(is_any, 5);
  if (!object) return std::nullopt;
  Forbidden law{.object = *object};
  if (moves) law.by = {.birds = place.chance(0.5), .blocks = true};
  return with_switch(place, law, *object);
}

int level_of(const ForceField& field) {
  if (!field.times.always() || field.trigger) return 8;
  if (field.object) return 4;
  if (!field.on.blocks_above_mps && !field.on.pigs_above_mps) return 3;
  return field.region ? 2 : 6;
}
int level_of(const Alteration& law) { return law.on.any_fixed() ? 6 : law.on.birds ? 3 : 1; }
template <class Law>
int level_of(const Law& /*law*/) {
  return 0;
}

/// A law, how it is drawn, the levels of the novelty hierarchy that it can have (level_of() tells which a
/// drawn one has, where there are several), and the range of strengths that are searched.
/// docs/reference/novelties.md has the table in words.
struct Row {
  std::string_view name;
  Drawn (*draw)(Place&);
  std::string_view levels;
  double least = 1.0 / 16;
  double most = 16;
};
constexpr std::array kLaws{
    Row{"spring", spring, "234"},
    Row{"source", source, "234"},
    Row{"whirl", whirl, "234"},
    Row{"saddle", saddle, "234"},
    Row{"shear", shear, "234"},
    Row{"drag", drag, "2346"},
    Row{"boost", boost, "2346"},
    Row{"swerve", swerve, "2346"},
    Row{"gusts", gusts, "8"},
    Row{"late_wind", late_wind, "8"},
    Row{"woken_wind", woken_wind, "8"},
    Row{"moved_slingshot", moved_slingshot, "5", 0.2, 3},
    Row{"turned_launch", turned_launch, "3", 0.2, 8},
    Row{"mass", mass, "13", 1.0 / 16, 6},
    Row{"weight", weight, "13", 1.0 / 16, 6},
    Row{"sluggish", sluggish, "13"},
    Row{"grip", grip, "136", 1.0 / 16, 6},
    Row{"bounce", bounce, "136", 1.0 / 16, 3},
    Row{"charged", charged, "1", 1, 1},
    Row{"belt", belt, "4", 1.0 / 16, 8},
    Row{"one_way", one_way, "4", 1, 1},
    Row{"portal", portal, "6", 0.5, 2},
    Row{"shield", shield, "7", 1, 1},
    Row{"forbidden", forbidden, "7", 1, 1},
};

constexpr int kLevelDraws = 40;  // of a law, until it has the wanted level

int level_of(const Invention& invention, const Row& row) {
  if (row.levels.size() == 1) return row.levels.front() - '0';
  return std::visit([](const auto& each) { return level_of(each); }, invention.effects.front());
}

}  // namespace

std::optional<Box> place_of(const Effect& effect, const Task& task) {
  std::optional<Box> found;
  const auto around = [&](int object, Vec2 size_m) {
    found = Box{task.objects[static_cast<std::size_t>(object)].at_m, size_m, 0};
  };
  const auto look = [&](const auto& law) {
    for_each_field(law, [&](const auto& row, const auto& value) {
      using What = std::remove_cvref_t<decltype(row.what)>;
      if constexpr (std::is_same_v<What, law_field::Region>) {
        const Box* region = box_in(value);
        const std::optional<int> object = object_of(law);
        if (region && object) around(*object, region->size_m);
        if (region && !object) found = *region;
      }
      if constexpr (std::is_same_v<What, law_field::OfObject> && std::is_same_v<decltype(value), const int&>)
        around(value, {row.what.near_m, row.what.near_m});
    });
  };
  std::visit(look, effect);
  return found;
}

void move_region(Effect& effect, Vec2 by_m) {
  const auto move = [&](auto& law) {
    for_each_field(law, [&](const auto& row, auto& value) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(row.what)>, law_field::Region>)
        if (Box* region = box_in(value)) region->centre_m = rounded_law(region->centre_m + by_m);
    });
  };
  std::visit(move, effect);
}

std::vector<std::string_view> law_names(int level) {
  std::vector<std::string_view> names;
  for (const Row& law : kLaws)
    if (level == 0 || law.levels.find(static_cast<char>('0' + level)) != std::string_view::npos)
      names.push_back(law.name);
  return names;
}

std::optional<Invention> draw_invention(std::string_view law, const Task& task,
                                        const std::vector<WayPoint>& points, const Catalogue& catalogue,
                                        Rng& rng, int level) {
  const auto row = std::ranges::find(kLaws, law, &Row::name);
  for (int i = 0; i < kLevelDraws; ++i) {
    Place place(task, points, catalogue, rng);
    std::optional<Invention> invention = row->draw(place);
    if (!invention) continue;
    invention->law = row->name;
    invention->level = level_of(*invention, *row);
    if (level > 0 && invention->level != level) continue;
    if (invention->least < invention->most) {  // else the draw has chosen one
      invention->least = row->least;
      invention->most = row->most;
    }
    if (!invention->effects.empty()) invention->place = place_of(invention->effects.front(), task);
    return invention;
  }
  return std::nullopt;
}

}  // namespace novphy
