#include <fmt/core.h>

#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "novelties/novelty.h"

namespace novphy {
namespace {

/// What a task was like without its novelties, as the steps that undo them tell.
struct Before {
  std::map<int, const NoveltyMark*> added{};  ///< effects, with the novelty that added them
  std::map<int, std::pair<Effect, const NoveltyMark*>> effects{};  ///< and those that it changed
  std::map<int, HiddenFactors> hidden{};
  std::map<int, Pose> poses{};
  TaskProperties task{};
};

[[noreturn]] void refuse_strength(const NoveltyMark& mark) {
  throw std::invalid_argument(fmt::format("its novelty {} has no strength", mark.name));
}

/// Later steps undo earlier changes, so that what they tell counts.
void note(Before& before, const NoveltyMark& mark, const Task& novel) {
  bool any = false;
  for (const Undo& step : mark.undo) {
    const auto& slingshot = step.task.slingshot;
    if (step.material || step.task.width_m || step.task.shown || step.task.time_limit_s ||
        (slingshot && slingshot->faces_left != novel.slingshot.faces_left))
      refuse_strength(mark);
    any = any || !step.remove_object;
    if (step.remove_effect) before.added.emplace(*step.remove_effect, &mark);
    if (step.was) before.effects[step.effect.value()] = {*step.was, &mark};
    if (step.hidden) before.hidden[step.object.value()] = *step.hidden;
    if (step.pose) before.poses[step.object.value()] = *step.pose;
    for_each_property(before.task, step.task, [](auto& value, const auto& was) {
      if (was) value = was;
    });
  }
  if (!any) refuse_strength(mark);
}

double between(double was, double is, double strength) { return was + strength * (is - was); }
Vec2 between(Vec2 was, Vec2 is, double strength) { return was + strength * (is - was); }
Matrix2 between(const Matrix2& was, const Matrix2& is, double strength) {
  return {between(was.x, is.x, strength), between(was.y, is.y, strength)};
}

/// Between two factors, by their ratio where both are above 0.
double factor_between(double was, double is, double strength) {
  return was > 0 && is > 0 ? was * std::pow(is / was, strength) : between(was, is, strength);
}
HiddenFactors between(const HiddenFactors& was, const HiddenFactors& is, double strength) {
  HiddenFactors made = is;
  for (const NamedFactor& factor : kFactors)
    made.*factor.value = factor_between(was.*factor.value, is.*factor.value, strength);
  return made;
}

/// Between two force fields that differ in nothing but their force and their name. Nothing for other effects.
std::optional<Effect> between(const Effect& was, const Effect& is, double strength) {
  const auto* before = std::get_if<ForceField>(&was);
  const auto* after = std::get_if<ForceField>(&is);
  if (before == nullptr || after == nullptr) return std::nullopt;
  ForceField made = *after;
  made.name = before->name;
  made.force_n = before->force_n;
  made.per_m = before->per_m;
  made.per_mps = before->per_mps;
  if (made != *before) return std::nullopt;
  made.name = after->name;
  made.force_n = between(before->force_n, after->force_n, strength);
  made.per_m = between(before->per_m, after->per_m, strength);
  made.per_mps = between(before->per_mps, after->per_mps, strength);
  return made;
}

}  // namespace

Task at_strength(const Task& novel, double strength) {
  if (novel.novelties.empty()) throw std::invalid_argument("it does not say what its novelty is");
  Before before;
  for (auto mark = novel.novelties.rbegin(); mark != novel.novelties.rend(); ++mark)
    note(before, *mark, novel);
  Task task = novel;
  for (const auto& [index, mark] : before.added) {
    Effect& law = task.effects.at(static_cast<std::size_t>(index));
    if (!has_strength(law)) refuse_strength(*mark);
    law = strengthened(law, strength);
  }
  for (const auto& [index, changed] : before.effects) {
    if (before.added.contains(index)) continue;
    Effect& law = task.effects.at(static_cast<std::size_t>(index));
    const auto made = between(changed.first, law, strength);
    if (!made) refuse_strength(*changed.second);
    law = *made;
  }
  for (const auto& [index, was] : before.hidden) {
    HiddenFactors& hidden = task.objects.at(static_cast<std::size_t>(index)).hidden;
    hidden = between(was, hidden, strength);
  }
  for (const auto& [index, was] : before.poses) {
    Object& object = task.objects.at(static_cast<std::size_t>(index));
    object.at_m = between(was.at_m, object.at_m, strength);
    object.angle_rad = between(was.angle_rad, object.angle_rad, strength);
  }
  if (before.task.gravity_mps2)
    task.gravity_mps2 = between(*before.task.gravity_mps2, task.gravity_mps2, strength);
  if (const auto& was = before.task.slingshot) {
    Slingshot& is = task.slingshot;
    is.at_m = between(was->at_m, is.at_m, strength);
    is.speed_factor = factor_between(was->speed_factor, is.speed_factor, strength);
    is.turn_rad = between(was->turn_rad, is.turn_rad, strength);
    is.delay_s = between(was->delay_s, is.delay_s, strength);
  }
  return task;
}

std::string strength_problem(const Task& novel) try {
  at_strength(novel, 1);
  return "";
} catch (const std::invalid_argument& error) {
  return error.what();
}

}  // namespace novphy
