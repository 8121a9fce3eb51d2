#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "levels/overlap.h"
#include "levels/task_parts.h"
#include "novelties/novelty.h"

namespace novphy {

namespace {

std::size_t index_of(int object) { return static_cast<std::size_t>(object); }

/// The object in words: "object 3 (wood circle)".
std::string object_name(const Task& task, int index) {
  return "object " + std::to_string(index) + " (" + kind_text(task.objects[index_of(index)]) + ")";
}

/// Rank of an object when none was requested: balls come first, then other blocks, then pigs.
int readiness(const Object& object, const Catalogue& catalogue) {
  if (object.type.starts_with("circle")) return 3;
  return catalogue.find(object.type, object.material)->category == Category::kBlock ? 2 : 1;
}

/// Whether the entry's category allows the object. An entry allows blocks, pigs, or both.
bool may_alter(const Change& change, const Object& object) {
  const Category category = change.catalogue.find(object.type, object.material)->category;
  if (change.novelty.category) return category == *change.novelty.category;
  return category == Category::kBlock || category == Category::kPig;
}

/// The index of the requested object, or otherwise of the fitting object with the best readiness() (the first
/// of equals), or -1 if no object fits. Throws std::invalid_argument if the requested object does not fit.
template <typename Fits>
int pick_object(Change& change, Fits fits) {
  const std::vector<Object>& objects = change.task.objects;
  const int count = static_cast<int>(objects.size());
  int best = change.where.object.value_or(-1);
  if (change.where.object) {
    if (best < 0 || best >= count) throw std::invalid_argument("there is no object " + std::to_string(best));
    if (!fits(objects[index_of(best)]))
      throw std::invalid_argument(object_name(change.task, best) + " cannot take the novelty " +
                                  change.novelty.name);
  } else {
    const auto rank = [&](int i) { return readiness(objects[index_of(i)], change.catalogue); };
    for (int i = 0; i < count; ++i)
      if (fits(objects[index_of(i)]) && (best < 0 || rank(i) > rank(best))) best = i;
  }
  if (best >= 0) change.place = object_name(change.task, best);
  return best;
}

/// The same as an object of the task, with its index. Throws std::invalid_argument, which says `none`, if no
/// object fits.
template <typename Fits>
std::pair<Object&, int> need_object(Change& change, Fits fits, const std::string& none) {
  const int index = pick_object(change, fits);
  if (index < 0) throw std::invalid_argument(none);
  return {change.task.objects[index_of(index)], index};
}

double lowest_m(const Object& object, const Catalogue& catalogue) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const Ring& ring : outline_in_world(object, catalogue))
    for (const Vec2 corner : ring) lowest = std::min(lowest, corner.y);
  return lowest;
}

/// The object turned counter-clockwise, and moved up or down so that its lowest point keeps its height.
/// Coordinates are rounded to 1e-4 m.
Object turned(Object object, double by_rad, const Catalogue& catalogue) {
  const double before = lowest_m(object, catalogue);
  object.angle_rad += by_rad;
  object.at_m.y = std::round((object.at_m.y + before - lowest_m(object, catalogue)) * 1e4) / 1e4;
  return object;
}

/// Whether the object, once turned, starts clear of everything else.
bool is_clear(Task task, int index, double by_rad, const Catalogue& catalogue) {
  Object& object = task.objects[index_of(index)];
  object = turned(object, by_rad, catalogue);
  const std::vector<Overlap> overlaps = check_overlaps(task, catalogue);
  return std::none_of(overlaps.begin(), overlaps.end(), [&](const Overlap& overlap) {
    return overlap.object == index || overlap.other == index;
  });
}

/// The block that becomes magnetic: the requested block, or otherwise one of the entry's type, preferably of
/// its material.
int pick_block(Change& change) {
  const Novelty& novelty = change.novelty;
  const auto fits = [&](const Object& object) {
    const Kind* kind = change.catalogue.find(object.type, novelty.material);
    const bool wanted = change.where.object || object.type == novelty.object;
    return wanted && kind != nullptr && kind->category == Category::kBlock;
  };
  const int alike = change.where.object ? -1 : pick_object(change, [&](const Object& object) {
    return fits(object) && object.material == novelty.material;
  });
  return alike >= 0 ? alike : pick_object(change, fits);
}

/// Gives the block the entry's material, so that the magnet looks like any other block of that material.
int make_magnetic(Change& change) {
  const Novelty& novelty = change.novelty;
  const int index = pick_block(change);
  if (index < 0) return index;
  Object& object = change.task.objects[index_of(index)];
  if (object.material != novelty.material) {
    change.mark.undo.push_back({.object = index, .material = object.material});
    object.material = novelty.material;
  }
  return index;
}

int add_magnetic(Change& change) {
  const Kind* kind = change.catalogue.find(change.novelty.object, change.novelty.material);
  return change.add_object({.type = change.novelty.object,
                            .material = change.novelty.material,
                            .at_m = change.free_place_m(kind->size_m)});
}

/// Whether an effect looks like the entry's effect, as air turbulences of all strengths do.
bool looks_alike(const Effect& effect, const std::string& look) {
  const auto* law = std::get_if<ForceField>(&effect);
  return law != nullptr && law->look == look && law->region;
}

/// Multiplies a number of the object by the parameter of this name, if the entry has one.
void multiply(double& number, const Change& change, const std::string& name) {
  const auto it = change.values.find(name);
  if (it != change.values.end()) number *= it->second;
}

double angle_rad(const Change& change) {
  const auto it = change.values.find("angle_deg");
  return it == change.values.end() ? 0 : radians(it->second);
}

/// Adds an effect together with a new object, to which the effect's region is attached.
void add_with_object(Change& change, ForceField& law) {
  const Kind* kind = change.catalogue.find(change.novelty.object, change.novelty.material);
  const Vec2 at = change.free_place_m(kind->size_m);
  law.object = change.add_object({.type = change.novelty.object,
                                  .material = change.novelty.material,
                                  .at_m = at,
                                  .angle_rad = angle_rad(change)});
}

/// Turns one object around its lowest point: the requested one, or otherwise one that has room to turn and
/// looks different when turned. Balls look almost the same from all sides.
void turn_object(Change& change) {
  const double by_rad = angle_rad(change);
  const auto fits = [&](const Object& object) {
    if (!may_alter(change, object)) return false;
    if (change.where.object) return true;
    const int index = static_cast<int>(&object - change.task.objects.data());
    return !object.type.starts_with("circle") && is_clear(change.task, index, by_rad, change.catalogue);
  };
  const auto [object, index] =
      need_object(change, fits, "there is no pig or block with room to turn; choose one with --object");
  change.mark.undo.push_back({.object = index, .pose = Pose{object.at_m, object.angle_rad}});
  object = turned(object, by_rad, change.catalogue);
}

/// Makes one object magnetic.
void magnetise(Change& change) {
  Effect effect = change.effect();
  const int found = change.where.at_m ? -1 : make_magnetic(change);
  std::get<Magnet>(effect).object = found >= 0 ? found : add_magnetic(change);
  change.add_effect(effect);
}

/// Moves the slingshot to the other side, facing the other way.
void mirror_slingshot(Change& change) {
  Slingshot& slingshot = change.task.slingshot;
  change.mark.undo.push_back({.task = {.slingshot = slingshot}});
  slingshot.at_m.x = -slingshot.at_m.x;
  slingshot.faces_left = !slingshot.faces_left;
  change.place = "the slingshot";
}

/// Limits the time that the player may take for decisions.
void limit_time(Change& change) {
  change.mark.undo.push_back({.task = {.time_limit_s = change.task.time_limit_s}});
  change.task.time_limit_s = change.values.at("time_limit_s");
  change.place = "the whole task";
}

/// Turns gravity upwards and adds a ceiling.
void invert_gravity(Change& change) {
  const Object& ceiling = change.catalogue.inverted_gravity.ceiling;
  const auto& objects = change.task.objects;
  const bool has_ceiling = std::find(objects.begin(), objects.end(), ceiling) != objects.end();
  change.mark.undo.push_back({.task = {.gravity_mps2 = change.task.gravity_mps2}});
  change.task.gravity_mps2 = {0, change.values.at("gravity_mps2")};
  if (!has_ceiling) change.add_object(ceiling);
  change.place = "the whole task";
}

/// Changes how the world is shown to players.
void change_view(Change& change) {
  change.mark.undo.push_back({.task = {.shown = change.task.shown}});
  change.task.shown = change.novelty.shown;
  change.place = "the whole task";
}

/// Sets properties of the task as a whole.
void change_task(Change& change) {
  const TaskProperties wanted =
      properties_with(change.task, with_values(change.novelty.task_json, change.novelty, change.values),
                      change.novelty.name, change.catalogue);
  for_each_property(change.task, wanted, [&](auto& value, const auto& set_to) {
    if (!set_to || value == *set_to) return;
    const Task before = change.task;
    value = *set_to;
    change.mark.undo.push_back(
        {.task = changed_properties(change.task, before)});  // a step is of one property
  });
  change.place = "the whole task";
}

/// The object that a law is of: the requested one, or otherwise the first platform or block.
void choose_object(Change& change, int& of, bool platform) {
  const auto fits = [&](const Object& object) {
    const Category category = change.catalogue.find(object.type, object.material)->category;
    return category == (platform ? Category::kPlatform : Category::kBlock) ||
           (!platform && change.where.object && category == Category::kPlatform);
  };
  of = need_object(change, fits, platform ? "there is no platform" : "there is no block").second;
}

/// Puts the law where the task has room for its region, and with it its other places.
template <class Law>
void put_region(const Change& change, Law& law, Box& region) {
  if (change.values.contains("angle_deg")) region.angle_rad = angle_rad(change);
  const Vec2 at_m = change.free_place_m(region.size_m);
  const Vec2 by_m = at_m - region.centre_m;
  for_each_field(law, [&](const auto& row, auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(row.what)>, law_field::Place>)
      value = value + by_m;
  });
  region.centre_m = at_m;
}

/// Chooses the object and the place of a law.
template <class Law>
void put_law(Change& change, Law& law) {
  if constexpr (std::is_same_v<Law, ForceField>)
    if (!change.novelty.object.empty()) return add_with_object(change, law);
  for_each_field(law, [&](const auto& row, auto& value) {
    using What = std::remove_cvref_t<decltype(row.what)>;
    if constexpr (std::is_same_v<What, law_field::Region>)
      if (Box* region = box_in(value)) put_region(change, law, *region);
    if constexpr (std::is_same_v<What, law_field::OfObject> && std::is_same_v<decltype(value), int&>)
      if (row.what.chosen) choose_object(change, value, row.what.of == law_field::OfObject::Of::kPlatform);
  });
}

/// Adds an effect, and its object if the entry names one.
void add_effect(Change& change) {
  Effect effect = change.effect();
  std::visit([&](auto& law) { put_law(change, law); }, effect);
  change.add_effect(effect);
}

/// Replaces every air turbulence by the entry's effect, or adds the effect if the task has none.
void change_turbulence(Change& change) {
  const ForceField novel = std::get<ForceField>(change.effect());
  bool found = false;
  for (std::size_t i = 0; i < change.task.effects.size() && !change.where.at_m; ++i) {
    Effect& effect = change.task.effects[i];
    if (!looks_alike(effect, novel.look)) continue;
    change.mark.undo.push_back({.effect = static_cast<int>(i), .was = effect});
    auto& law = std::get<ForceField>(effect);
    law.name = novel.name;
    law.force_n = novel.force_n;
    change.place = "effect " + std::to_string(i);
    found = true;
  }
  if (!found) add_effect(change);
}

/// Multiplies numbers of one object, without changing its look.
void change_object(Change& change) {
  const auto [object, index] = need_object(
      change, [&](const Object& each) { return may_alter(change, each); },
      "there is no object that could take the novelty " + change.novelty.name);
  change.mark.undo.push_back({.object = index, .hidden = object.hidden});
  for (const NamedFactor& factor : kFactors)
    multiply(object.hidden.*factor.value, change, std::string(factor.name) + "_factor");
}

/// Gives one object the entry's material.
void change_material(Change& change) {
  const std::string& material = change.novelty.material;
  const auto fits = [&](const Object& each) {
    return each.material != material && change.catalogue.find(each.type, material) != nullptr;
  };
  const auto [object, index] =
      need_object(change, fits, "there is no pig, ball or block that could become " + material);
  change.mark.undo.push_back({.object = index, .material = object.material});
  object.material = material;
}

/// Multiplies the launch speed.
void change_launch(Change& change) {
  Slingshot& slingshot = change.task.slingshot;
  change.mark.undo.push_back({.task = {.slingshot = slingshot}});
  slingshot.speed_factor *= change.values.at("speed_factor");
  change.place = "the slingshot";
}

constexpr std::array kChanges{
    ChangeEntry{.name = "add_effect",
                .apply = add_effect,
                .effect = NeededEffect::kAnyButMagnet,
                .takes_place = true},
    ChangeEntry{.name = "change_turbulence",
                .apply = change_turbulence,
                .effect = NeededEffect::kForceField,
                .takes_place = true},
    ChangeEntry{
        .name = "change_material", .apply = change_material, .needs_material = true, .takes_object = true},
    ChangeEntry{.name = "magnetise",
                .apply = magnetise,
                .effect = NeededEffect::kMagnet,
                .needs_object = true,
                .takes_object = true,
                .takes_place = true},
    ChangeEntry{.name = "mirror_slingshot", .apply = mirror_slingshot},
    ChangeEntry{.name = "invert_gravity", .apply = invert_gravity, .needs_parameter = "gravity_mps2"},
    ChangeEntry{.name = "change_object", .apply = change_object, .takes_object = true},
    ChangeEntry{
        .name = "turn_object", .apply = turn_object, .takes_object = true, .needs_parameter = "angle_deg"},
    ChangeEntry{.name = "change_launch", .apply = change_launch, .needs_parameter = "speed_factor"},
    ChangeEntry{.name = "limit_time", .apply = limit_time, .needs_parameter = "time_limit_s"},
    ChangeEntry{.name = "change_view", .apply = change_view, .needs_shown = true},
    ChangeEntry{.name = "change_task", .apply = change_task, .needs_task = true},
};

}  // namespace

std::span<const ChangeEntry> changes() { return kChanges; }

}  // namespace novphy
