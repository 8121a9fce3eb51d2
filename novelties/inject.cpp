#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "levels/task_fields.h"
#include "novelties/change.h"

namespace novphy {
namespace {

/// Whether the novelty is put somewhere, as an object or a region.
bool takes_place(const ChangeEntry& entry, const Novelty& novelty) {
  if (!entry.takes_place || !novelty.object.empty()) return entry.takes_place;
  const auto* field = std::get_if<ForceField>(&*novelty.law);
  return field != nullptr && field->region.has_value();
}

/// Throws if a place or an object was requested that the novelty would ignore.
void check_where(const Where& where, const ChangeEntry& entry, const Novelty& novelty) {
  const auto refuse = [&](const char* what) {
    throw std::invalid_argument(fmt::format("the novelty {} {}", novelty.name, what));
  };
  if (where.at_m && !takes_place(entry, novelty)) refuse("takes no place (--at)");
  if (where.object && !entry.takes_object) refuse("takes no object (--object)");
  if (where.at_m && where.object) refuse("takes a place (--at) or an object (--object), but found both");
  const auto far = [](double x_m) { return !(std::abs(x_m) <= bounds::kPlaceM); };
  if (where.at_m && (far(where.at_m->x) || far(where.at_m->y)))
    refuse("takes a place (--at) of two numbers from -1000 to 1000 m");
}

const NoveltyParameter& parameter(const Novelty& novelty, const std::string& name) {
  const auto it = std::find_if(novelty.parameters.begin(), novelty.parameters.end(),
                               [&](const NoveltyParameter& p) { return p.name == name; });
  if (it != novelty.parameters.end()) return *it;
  std::string known;
  for (const NoveltyParameter& p : novelty.parameters) known += (known.empty() ? "" : ", ") + p.name;
  throw std::invalid_argument(fmt::format("the novelty {} has no parameter {}; it has {}", novelty.name, name,
                                          known.empty() ? "none" : known));
}

NoveltyValues all_values(const Novelty& novelty, const NoveltyValues& given) {
  NoveltyValues values;
  for (const NoveltyParameter& p : novelty.parameters) values[p.name] = p.default_value;
  for (const auto& [name, value] : given) {
    const NoveltyParameter& p = parameter(novelty, name);
    if (!(value >= p.min && value <= p.max)) {
      throw std::invalid_argument(
          fmt::format("{}={}: expected a number from {} to {} ({})", name, value, p.min, p.max, p.unit));
    }
    values[name] = value;
  }
  return values;
}

double radius(Vec2 size_m) { return length(size_m) / 2; }

Vec2 size_of(const Object& object, const Catalogue& catalogue) {
  return object.size_m.value_or(catalogue.find(object.type, object.material)->size_m);
}

/// The distance of a point from an object's box.
double gap(Vec2 point, const Object& object, Vec2 size_m) {
  const Vec2 p = rotated(point - object.at_m, -object.angle_rad);
  return length({std::max(0.0, std::abs(p.x) - size_m.x / 2), std::max(0.0, std::abs(p.y) - size_m.y / 2)});
}

bool is_free(const Task& task, const Catalogue& catalogue, Vec2 point, double radius_m) {
  if (point.y - radius_m < catalogue.world.ground_top_m) return false;
  return std::all_of(task.objects.begin(), task.objects.end(), [&](const Object& object) {
    return gap(point, object, size_of(object, catalogue)) > radius_m;
  });
}

Vec2 first_pig_m(const Task& task, const Catalogue& catalogue) {
  for (const Object& object : task.objects) {
    if (catalogue.find(object.type, object.material)->category == Category::kPig) return object.at_m;
  }
  return {0, catalogue.world.ground_top_m};
}

}  // namespace

int Change::add_object(const Object& object) {
  const int index = static_cast<int>(task.objects.size());
  task.objects.push_back(object);
  mark.undo.push_back({.remove_object = index});
  place = fmt::format("at ({:g}, {:g})", object.at_m.x, object.at_m.y);
  return index;
}

int Change::add_effect(const Effect& added) {
  const int index = static_cast<int>(task.effects.size());
  task.effects.push_back(added);
  mark.undo.push_back({.remove_effect = index});
  const auto* law = std::get_if<ForceField>(&added);
  if (law != nullptr && law->region && !law->object) {
    place = fmt::format("at ({:g}, {:g})", law->region->centre_m.x, law->region->centre_m.y);
  }
  if (place.empty()) place = "the whole task";
  return index;
}

Effect Change::effect() const {
  Effect result = *novelty.law;
  for (const auto& [name, value] : values) set_parameter(result, name, value);
  return result;
}

Vec2 Change::free_place_m(Vec2 size_m) const {
  if (where.at_m) return *where.at_m;
  const Vec2 pig = first_pig_m(task, catalogue);
  const double towards_sling = task.slingshot.at_m.x < pig.x ? -1 : 1;
  for (double up = 0; up <= 8; up += 0.5) {
    for (double along = 2; along <= 6; along += 0.5) {
      const Vec2 point{pig.x + towards_sling * along, pig.y + up};
      if (is_free(task, catalogue, point, std::min(radius(size_m), 1.0))) return point;
    }
  }
  throw std::invalid_argument("found no free place before the first pig; choose a place with --at");
}

Injected inject(const Task& task, const Novelty& novelty, const Catalogue& catalogue, const Where& where,
                const NoveltyValues& values) {
  const auto it = std::find_if(changes().begin(), changes().end(),
                               [&](const ChangeEntry& entry) { return entry.name == novelty.change; });
  if (it == changes().end()) throw std::invalid_argument("there is no change " + novelty.change);
  check_where(where, *it, novelty);
  Change change{.task = task,
                .mark = {.name = novelty.name},
                .novelty = novelty,
                .catalogue = catalogue,
                .values = all_values(novelty, values),
                .where = where};
  it->apply(change);
  // The steps are undone from last to first, so that an effect is removed before its object.
  std::reverse(change.mark.undo.begin(), change.mark.undo.end());
  change.task.novelties.push_back(change.mark);
  return {change.task, change.place};
}

}  // namespace novphy
