#include "generator/invent/invention.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace novphy {

double rounded_law(double value) { return std::round(value * 1e3) / 1e3; }
Vec2 rounded_law(Vec2 v) { return {rounded_law(v.x), rounded_law(v.y)}; }

namespace {

/// Adds the law's effects, with the steps that take them out again, the last one first.
void add_effects(Injected& made, NoveltyMark& mark, const Invention& invention, double strength) {
  for (const Effect& effect : invention.effects) {
    mark.undo.insert(mark.undo.begin(), {.remove_effect = static_cast<int>(made.task.effects.size())});
    made.task.effects.push_back(strengthened(effect, strength));
  }
}

void change_slingshot(Injected& made, NoveltyMark& mark, const Invention& invention, double strength) {
  Slingshot& slingshot = made.task.slingshot;
  mark.undo.push_back({.task = {.slingshot = slingshot}});
  slingshot.at_m = rounded_law(slingshot.at_m + strength * invention.slingshot_m);
  slingshot.turn_rad += rounded_law(strength * invention.turn_rad);
}

/// The values of a novelty of the table at this strength.
NoveltyValues values_at(const Novelty& novelty, double strength) {
  NoveltyValues values;
  for (const NoveltyParameter& parameter : novelty.parameters)
    if (parameter.name == novelty.strength)
      values[parameter.name] = rounded_law(strength * parameter.default_value);
  return values;
}

}  // namespace

std::optional<int> nearest_object(const Task& task, Vec2 to_m) {
  std::optional<int> nearest;
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const auto far = [&](int object) {
      return length(task.objects[static_cast<std::size_t>(object)].at_m - to_m);
    };
    if (!nearest || far(static_cast<int>(i)) < far(*nearest)) nearest = static_cast<int>(i);
  }
  return nearest;
}

Injected put_in(const Task& task, const Invention& invention, double strength, const std::string& name,
                const Catalogue& catalogue) {
  Injected made{.task = task};
  for (const PlacedNovelty& part : invention.parts)
    made = inject(made.task, part.novelty, catalogue, part.where, values_at(part.novelty, strength));
  if (!invention.parts.empty()) return made;
  NoveltyMark mark{.name = name};
  if (invention.effects.empty())
    change_slingshot(made, mark, invention, strength);
  else
    add_effects(made, mark, invention, strength);
  if (invention.place) made.beside = nearest_object(task, invention.place->centre_m);
  made.task.novelties.push_back(mark);
  return made;
}

namespace {

std::string slingshot_words(const Slingshot& before, const Slingshot& after) {
  std::vector<std::string> changes;
  const Vec2 moved_m = after.at_m - before.at_m;
  if (moved_m != Vec2{})
    changes.push_back(fmt::format("the slingshot is moved by ({:.3g}, {:.3g}) m", moved_m.x, moved_m.y));
  if (after.turn_rad != before.turn_rad)
    changes.push_back(
        fmt::format("launches are turned by {:.3g}°", degrees(after.turn_rad - before.turn_rad)));
  return fmt::format("{}", fmt::join(changes, ", "));
}

}  // namespace

std::string law_words(const Pair& pair) {
  const Task& normal = pair.normal.task;
  const Task& novel = pair.novel.task;
  std::vector<std::string> words;
  if (novel.novelties.size() > 1) {
    for (const NoveltyMark& mark : novel.novelties) words.push_back(mark.name);
    return fmt::format("{}", fmt::join(words, " and "));
  }
  const auto object = [&](int index) {
    return fmt::format("object {} ({})", index, novel.objects[static_cast<std::size_t>(index)].type);
  };
  for (std::size_t i = normal.effects.size(); i < novel.effects.size(); ++i)
    words.push_back(words_of(novel.effects[i], object));
  if (novel.slingshot != normal.slingshot)
    words.push_back(slingshot_words(normal.slingshot, novel.slingshot));
  return fmt::format("{}", fmt::join(words, "; "));
}

}  // namespace novphy
