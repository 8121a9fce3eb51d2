#include "generator/invent/invention.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace novphy {

double rounded_law(double value) { return std::round(value * 1e3) / 1e3; }
Vec2 rounded_law(Vec2 v) { return {rounded_law(v.x), rounded_law(v.y)}; }

namespace {

constexpr std::size_t kTracedPlays = 4;
constexpr int kTraceEvery = 5;      // time steps between two points of a way
constexpr double kMovingMps = 0.3;  // a slower body makes no way

Category category_of(const Task& task, const World& world, int id) {
  return is_bird(task, id) ? Category::kBird : world.body(id).kind->category;
}

void follow(const Task& task, PlayStart& start, const std::vector<Shot>& shots, std::vector<WayPoint>& to) {
  Playback playback(start.world(), shots);
  for (int steps = 0; playback.step(); ++steps) {
    if (steps % kTraceEvery != 0) continue;
    const World& world = playback.world();
    for (int id = 0; id < world.body_count(); ++id) {
      const BodyView body = world.body(id);
      if (body.present && length(body.velocity_mps) > kMovingMps)
        to.push_back({body.at_m, id, category_of(task, world, id)});
    }
  }
}

/// The factors of an alteration, and their names.
constexpr std::pair<double HiddenFactors::*, const char*> kFactors[]{{&HiddenFactors::mass, "mass"},
                                                                     {&HiddenFactors::friction, "friction"},
                                                                     {&HiddenFactors::gravity, "gravity"},
                                                                     {&HiddenFactors::life, "life"},
                                                                     {&HiddenFactors::bounce, "bounce"}};

Matrix2 times(double factor, const Matrix2& m) {
  return {rounded_law(factor * m.x), rounded_law(factor * m.y)};
}

void strengthen(ForceField& field, double strength) {
  field.force_n = rounded_law(strength * field.force_n);
  field.per_m = times(strength, field.per_m);
  field.per_mps = times(strength, field.per_mps);
}
void strengthen(Alteration& law, double strength) {
  for (const auto& [factor, name] : kFactors)
    if (double& value = law.factors.*factor; value != 1)
      value = std::clamp(rounded_law(std::pow(value, strength)), kLeastFactor, kMostFactor);
  law.drag_per_s = std::clamp(rounded_law(strength * law.drag_per_s), -kMostDrag_per_s, kMostDrag_per_s);
  law.restitution = std::clamp(rounded_law(strength * law.restitution), -1.0, 1.0);
}
void strengthen(PlatformSurface& law, double strength) {
  law.speed_mps = std::clamp(rounded_law(strength * law.speed_mps), -kMostBelt_mps, kMostBelt_mps);
}
void strengthen(Portal& law, double strength) {
  law.to_m = rounded_law(law.region.centre_m + strength * (law.to_m - law.region.centre_m));
}
template <class Law>
void strengthen(Law& /*law*/, double /*strength*/) {}

/// Adds the law's effects, with the steps that take them out again, the last one first.
void add_effects(Injected& made, NoveltyMark& mark, const Invention& invention, double strength) {
  for (Effect effect : invention.effects) {
    std::visit([&](auto& law) { strengthen(law, strength); }, effect);
    mark.undo.insert(mark.undo.begin(), {.remove_effect = static_cast<int>(made.task.effects.size())});
    made.task.effects.push_back(effect);
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

OldWays old_ways(const Task& task, const std::vector<Solution>& solutions, const SolverNumbers& numbers) {
  OldWays ways;
  const std::size_t count = std::min(kOldPlays, solutions.size());
  for (std::size_t i = 0; i < count; ++i) ways.plays.push_back(solutions[i * solutions.size() / count].shots);
  PlayStart start(task, numbers.catalogue, numbers.physics);
  const std::size_t traced = std::min(kTracedPlays, count);
  for (std::size_t i = 0; i < traced; ++i)
    follow(task, start, ways.plays[(2 * i + 1) * count / (2 * traced)], ways.points);
  return ways;
}

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

std::string place_words(Vec2 at_m) { return fmt::format("({:.3g}, {:.3g})", at_m.x, at_m.y); }

std::string matrix_words(const Matrix2& m) {
  return fmt::format("[[{:.3g}, {:.3g}], [{:.3g}, {:.3g}]]", m.x.x, m.x.y, m.y.x, m.y.y);
}

std::string force_words(const ForceField& field) {
  const char* each = field.times_mass ? " m/s²" : " N";
  std::vector<std::string> words;
  if (field.force_n != Vec2{}) words.push_back(place_words(field.force_n) + each);
  if (field.per_m != Matrix2{}) words.push_back(matrix_words(field.per_m) + each + " a metre");
  if (field.per_mps != Matrix2{}) words.push_back(matrix_words(field.per_mps) + each + " a m/s");
  return fmt::format("{}", fmt::join(words, " + "));
}

std::string target_words(const Targets& on) {
  std::vector<std::string> words;
  const auto add = [&](const std::optional<double>& above_mps, const char* what) {
    if (above_mps) words.push_back(std::string(*above_mps > 0 ? "moving " : "") + what);
  };
  add(on.birds_above_mps, "birds");
  add(on.blocks_above_mps, "blocks");
  add(on.pigs_above_mps, "pigs");
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string named_object(int object, const Task& task) {
  return fmt::format("object {} ({})", object, task.objects[static_cast<std::size_t>(object)].type);
}

std::string place_words(const ForceField& field, const Task& task) {
  if (!field.region) return "everywhere";
  const Box& region = *field.region;
  const std::string shape =
      field.round ? fmt::format("in a disc of {:.3g} m", region.size_m.x)
                  : fmt::format("in a box of {:.3g} by {:.3g} m", region.size_m.x, region.size_m.y);
  if (field.object) return shape + " around " + named_object(*field.object, task);
  return shape + " at " + place_words(region.centre_m);
}

std::string time_words(const ForceTimes& times) {
  if (times.always()) return "";
  std::string words = fmt::format(", from {:.3g} s", times.from_s);
  if (times.until_s) words += fmt::format(" to {:.3g} s", *times.until_s);
  words += " after the launch";
  return times.every_s ? words + fmt::format(", every {:.3g} s", *times.every_s) : words;
}

std::string body_words(const Bodies& bodies, const Task& task) {
  std::vector<std::string> classes;
  if (bodies.birds) classes.emplace_back("birds");
  if (bodies.blocks) classes.push_back(bodies.material.empty() ? "blocks" : bodies.material + " blocks");
  if (bodies.pigs) classes.emplace_back("pigs");
  if (bodies.platforms) classes.emplace_back("platforms");
  if (bodies.ground) classes.emplace_back("the ground");
  return fmt::format("{}{}", fmt::join(classes, ", "),
                     bodies.object ? ", only " + named_object(*bodies.object, task) : "");
}

std::string trigger_words(const Trigger& trigger, const Task& task) {
  const std::string object = named_object(trigger.object, task);
  return trigger.at_death ? ", once " + object + " is destroyed"
                          : ", once " + object + " is touched by " + body_words(trigger.by, task);
}

std::string words_of(const ForceField& field, const Task& task) {
  return fmt::format("{} on {}, {}{}{}", force_words(field), target_words(field.on), place_words(field, task),
                     time_words(field.times), field.trigger ? trigger_words(*field.trigger, task) : "");
}

std::string words_of(const Magnet& law, const Task& task) {
  return fmt::format("{} attracts within {:.3g} m, by {:.3g} N a metre", named_object(law.object, task),
                     law.radius_m, law.strength_n_per_m);
}

std::string words_of(const Alteration& law, const Task& task) {
  std::vector<std::string> changes;
  for (const auto& [factor, name] : kFactors)
    if (const double value = law.factors.*factor; value != 1)
      changes.push_back(fmt::format("{:.3g} times the {}", value, name));
  if (law.drag_per_s != 0) changes.push_back(fmt::format("a drag of {:.3g} a second more", law.drag_per_s));
  if (law.restitution != 0) changes.push_back(fmt::format("a restitution of {:.3g} more", law.restitution));
  return fmt::format("{} have {}", body_words(law.on, task), fmt::join(changes, ", "));
}

std::string words_of(const Shield& law, const Task& task) {
  return body_words(law.on, task) + " are hurt only by " + body_words(law.by, task);
}

std::string words_of(const Forbidden& law, const Task& task) {
  return named_object(law.object, task) + " must not be touched by " + body_words(law.by, task);
}

std::string words_of(const PlatformSurface& law, const Task& task) {
  std::vector<std::string> changes;
  if (law.speed_mps != 0) changes.push_back(fmt::format("is a belt of {:.3g} m/s", law.speed_mps));
  if (law.one_way) changes.emplace_back("lets bodies through from below");
  return fmt::format("{} {}", named_object(law.object, task), fmt::join(changes, " and "));
}

std::string words_of(const Portal& law, const Task& task) {
  return fmt::format("a portal for {}, in a box of {:.3g} by {:.3g} m at {}, leads to {}{}",
                     body_words(law.on, task), law.region.size_m.x, law.region.size_m.y,
                     place_words(law.region.centre_m), place_words(law.to_m),
                     law.turn_rad != 0 ? fmt::format(", turned by {:.3g}°", degrees(law.turn_rad)) : "");
}

std::string slingshot_words(const Slingshot& before, const Slingshot& after) {
  std::vector<std::string> changes;
  if (after.at_m != before.at_m)
    changes.push_back("the slingshot is moved by " + place_words(after.at_m - before.at_m) + " m");
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
  for (std::size_t i = normal.effects.size(); i < novel.effects.size(); ++i)
    words.push_back(std::visit([&](const auto& law) { return words_of(law, novel); }, novel.effects[i]));
  if (novel.slingshot != normal.slingshot)
    words.push_back(slingshot_words(normal.slingshot, novel.slingshot));
  return fmt::format("{}", fmt::join(words, "; "));
}

}  // namespace novphy
