#include "levels/pair.h"

#include <algorithm>
#include <cmath>

namespace novphy {
namespace {

/// Generated coordinates have four decimals, both in files and in memory.
double rounded(double metres) { return std::round(metres * 1e4) / 1e4; }
Vec2 rounded(Vec2 at_m) { return {rounded(at_m.x), rounded(at_m.y)}; }

/// Shifts an effect's region, and the exit of a portal. A region that is attached to an object moves with it,
/// so it is not shifted.
void shift(Effect& effect, Vec2 by_m) {
  if (auto* portal = std::get_if<Portal>(&effect)) {
    portal->region.centre_m = rounded(portal->region.centre_m + by_m);
    portal->to_m = rounded(portal->to_m + by_m);
  }
  auto* field = std::get_if<ForceField>(&effect);
  if (field && field->region && !field->object)
    field->region->centre_m = rounded(field->region->centre_m + by_m);
}

bool is_fixed(const Template& base, int object) {
  return std::find(base.fixed.begin(), base.fixed.end(), object) != base.fixed.end();
}

void shift(NoveltyMark& mark, const Template& base, Vec2 by_m) {
  for (Undo& undo : mark.undo) {
    if (undo.was) shift(*undo.was, by_m);
    if (undo.pose && !is_fixed(base, *undo.object)) undo.pose->at_m = rounded(undo.pose->at_m + by_m);
  }
}

double draw(const Range& range, Rng& rng) {
  return std::clamp(rounded(rng.uniform(range.min, range.max)), range.min, range.max);
}

}  // namespace

bool has_novelty(const Pair& pair, std::string_view word) {
  const auto& marks = pair.novel.task.novelties;
  return pair.novelty == word ||
         std::any_of(marks.begin(), marks.end(), [&](const NoveltyMark& mark) { return mark.name == word; });
}

bool is_named(const Pair& pair, std::string_view name) {
  const std::string start = pair.scenario + "/";
  return name.starts_with(start) && has_novelty(pair, name.substr(start.size()));
}

bool forbids(const DistractorRules& rules, const std::string& type, const std::string& material) {
  return std::any_of(rules.forbidden.begin(), rules.forbidden.end(), [&](const std::string& each) {
    return each == type || each == material || each == material + " " + type;
  });
}

std::optional<int> object_named(const Template& base, const std::string& name) {
  const auto it = std::find(base.names.begin(), base.names.end(), name);
  if (name.empty() || it == base.names.end()) return std::nullopt;
  return static_cast<int>(it - base.names.begin());
}

Task shifted(const Template& base, Vec2 shift_m) {
  Task task = base.task;
  for (std::size_t i = 0; i < task.objects.size(); ++i)
    if (!is_fixed(base, static_cast<int>(i))) task.objects[i].at_m = rounded(task.objects[i].at_m + shift_m);
  for (Effect& effect : task.effects) shift(effect, shift_m);
  for (NoveltyMark& mark : task.novelties) shift(mark, base, shift_m);
  return task;
}

Pair member_of(const Pair& base, const Member& member, const Catalogue& catalogue) {
  Pair pair = base.json ? read_pair_json(base, catalogue, member.values) : base;
  pair.normal.task = shifted(pair.normal, member.shift_m);
  pair.novel.task = shifted(pair.novel, member.shift_m);
  return pair;
}

Vec2 draw_shift(const Template& base, Rng& rng) {
  Vec2 shift_m;
  shift_m.x = draw(base.dx_m, rng);
  shift_m.y = draw(base.dy_m, rng);
  return shift_m;
}

namespace {

/// The object's kind as files write it: "wood circle", "platform".
std::string kind_of(const Object& object) {
  return object.material.empty() ? object.type : object.material + " " + object.type;
}

}  // namespace

void forbid_twins(Pair& pair) {
  const auto forbid = [&](const Object& object) {
    if (!forbids(pair.distractors, object.type, object.material))
      pair.distractors.forbidden.push_back(kind_of(object));
  };
  for (const Template* side : {&pair.normal, &pair.novel}) {
    for (const Effect& effect : side->task.effects)
      for_each_object_of(effect,
                         [&](int index) { forbid(side->task.objects[static_cast<std::size_t>(index)]); });
    for (const Object& object : side->task.objects)
      if (object.hidden != HiddenFactors{}) forbid(object);
  }
}

}  // namespace novphy
