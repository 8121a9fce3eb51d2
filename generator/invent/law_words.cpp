#include <fmt/core.h>

#include <vector>

#include "generator/invent/invention.h"

namespace novphy {
namespace {

std::string rounded_words(double value) { return fmt::format("{:.3g}", value); }

std::string place_words(Vec2 at_m) {
  return fmt::format("({}, {})", rounded_words(at_m.x), rounded_words(at_m.y));
}

std::string matrix_words(const Matrix2& m) {
  return fmt::format("[[{}, {}], [{}, {}]]", rounded_words(m.x.x), rounded_words(m.x.y), rounded_words(m.y.x),
                     rounded_words(m.y.y));
}

std::string force_words(const ForceField& field) {
  const char* each = field.times_mass ? " m/s²" : " N";
  std::string words;
  const auto add = [&](const std::string& part) { words += (words.empty() ? "" : " + ") + part; };
  if (field.force_n != Vec2{})
    add(fmt::format("({}, {}){}", rounded_words(field.force_n.x), rounded_words(field.force_n.y), each));
  if (field.per_m != Matrix2{}) add(matrix_words(field.per_m) + each + " a metre");
  if (field.per_mps != Matrix2{}) add(matrix_words(field.per_mps) + each + " a m/s");
  return words;
}

std::string target_words(const Targets& on) {
  std::string words;
  const auto add = [&](const std::optional<double>& above_mps, const char* what) {
    if (!above_mps) return;
    words += (words.empty() ? "" : ", ") + std::string(*above_mps > 0 ? "moving " : "") + what;
  };
  add(on.birds_above_mps, "birds");
  add(on.blocks_above_mps, "blocks");
  add(on.pigs_above_mps, "pigs");
  return words;
}

std::string named_object(int object, const Task& task) {
  return "object " + std::to_string(object) + " (" + task.objects[static_cast<std::size_t>(object)].type +
         ")";
}

std::string place_words(const ForceField& field, const Task& task) {
  if (!field.region) return "everywhere";
  const Box& region = *field.region;
  const std::string shape = field.round
                                ? fmt::format("in a disc of {} m", rounded_words(region.size_m.x))
                                : fmt::format("in a box of {} by {} m", rounded_words(region.size_m.x),
                                              rounded_words(region.size_m.y));
  if (field.object) return shape + " around " + named_object(*field.object, task);
  return shape + " at " + place_words(region.centre_m);
}

std::string time_words(const ForceTimes& times) {
  if (times.always()) return "";
  std::string words = fmt::format(", from {} s", rounded_words(times.from_s));
  if (times.until_s) words += fmt::format(" to {} s", rounded_words(*times.until_s));
  words += " after the launch";
  return times.every_s ? words + fmt::format(", every {} s", rounded_words(*times.every_s)) : words;
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string words;
  for (const std::string& part : parts) words += (words.empty() ? "" : between) + part;
  return words;
}

std::string body_words(const Bodies& bodies, const Task& task) {
  std::vector<std::string> classes;
  if (bodies.birds) classes.emplace_back("birds");
  if (bodies.blocks) classes.push_back(bodies.material.empty() ? "blocks" : bodies.material + " blocks");
  if (bodies.pigs) classes.emplace_back("pigs");
  if (bodies.platforms) classes.emplace_back("platforms");
  if (bodies.ground) classes.emplace_back("the ground");
  return joined(classes, ", ") + (bodies.object ? ", only " + named_object(*bodies.object, task) : "");
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
  return fmt::format("{} attracts within {} m, by {} N a metre", named_object(law.object, task),
                     rounded_words(law.radius_m), rounded_words(law.strength_n_per_m));
}

std::string words_of(const Alteration& law, const Task& task) {
  std::vector<std::string> changes;
  const auto factor = [&](double value, const char* of) {
    if (value != 1) changes.push_back(fmt::format("{} times the {}", rounded_words(value), of));
  };
  factor(law.factors.mass, "mass");
  factor(law.factors.friction, "friction");
  factor(law.factors.gravity, "gravity");
  factor(law.factors.life, "life");
  factor(law.factors.bounce, "bounce");
  if (law.drag_per_s != 0)
    changes.push_back(fmt::format("a drag of {} a second more", rounded_words(law.drag_per_s)));
  if (law.restitution != 0)
    changes.push_back(fmt::format("a restitution of {} more", rounded_words(law.restitution)));
  return body_words(law.on, task) + " have " + joined(changes, ", ");
}

std::string words_of(const Shield& law, const Task& task) {
  return body_words(law.on, task) + " are hurt only by " + body_words(law.by, task);
}

std::string words_of(const Forbidden& law, const Task& task) {
  return named_object(law.object, task) + " must not be touched by " + body_words(law.by, task);
}

std::string words_of(const PlatformSurface& law, const Task& task) {
  std::vector<std::string> changes;
  if (law.speed_mps != 0) changes.push_back(fmt::format("is a belt of {} m/s", rounded_words(law.speed_mps)));
  if (law.one_way) changes.emplace_back("lets bodies through from below");
  return named_object(law.object, task) + " " + joined(changes, " and ");
}

std::string words_of(const Portal& law, const Task& task) {
  return fmt::format(
      "a portal for {}, in a box of {} by {} m at {}, leads to {}{}", body_words(law.on, task),
      rounded_words(law.region.size_m.x), rounded_words(law.region.size_m.y),
      place_words(law.region.centre_m), place_words(law.to_m),
      law.turn_rad != 0 ? fmt::format(", turned by {}°", rounded_words(degrees(law.turn_rad))) : "");
}

std::string slingshot_words(const Slingshot& before, const Slingshot& after) {
  std::vector<std::string> changes;
  if (after.at_m != before.at_m)
    changes.push_back("the slingshot is moved by " + place_words(after.at_m - before.at_m) + " m");
  if (after.turn_rad != before.turn_rad)
    changes.push_back(
        fmt::format("launches are turned by {}°", rounded_words(degrees(after.turn_rad - before.turn_rad))));
  return joined(changes, ", ");
}

}  // namespace

std::string law_words(const Pair& pair) {
  const Task& normal = pair.normal.task;
  const Task& novel = pair.novel.task;
  std::vector<std::string> words;
  if (novel.novelties.size() > 1) {
    for (const NoveltyMark& mark : novel.novelties) words.push_back(mark.name);
    return joined(words, " and ");
  }
  for (std::size_t i = normal.effects.size(); i < novel.effects.size(); ++i)
    words.push_back(std::visit([&](const auto& law) { return words_of(law, novel); }, novel.effects[i]));
  if (novel.slingshot != normal.slingshot)
    words.push_back(slingshot_words(normal.slingshot, novel.slingshot));
  return joined(words, "; ");
}

}  // namespace novphy
