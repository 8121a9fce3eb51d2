#include "novelties/novelty.h"

namespace novphy {
namespace {

template <typename T>
void erase_at(std::vector<T>& list, int index) {
  list.erase(list.begin() + index);
}

void remove_object(Task& task, int removed) {
  erase_at(task.objects, removed);
  for (Effect& effect : task.effects)
    for_each_object_of(effect, [&](int& object) {
      if (object > removed) --object;
    });
}

template <class T>
void restore(T& value, const std::optional<T>& before) {
  if (before) value = *before;
}

void restore(Object& object, const Undo& step) {
  restore(object.material, step.material);
  restore(object.hidden, step.hidden);
  if (!step.pose) return;
  object.at_m = step.pose->at_m;
  object.angle_rad = step.pose->angle_rad;
}

void apply(const Undo& step, Task& task) {
  if (step.remove_effect) erase_at(task.effects, *step.remove_effect);
  if (step.remove_object) remove_object(task, *step.remove_object);
  if (step.effect) restore(task.effects[static_cast<std::size_t>(*step.effect)], step.was);
  if (step.object) restore(task.objects[static_cast<std::size_t>(*step.object)], step);
  for_each_property(task, step.task, [](auto& value, const auto& before) { restore(value, before); });
}

}  // namespace

Task without(const Task& task, std::size_t mark) {
  Task result = task;
  for (const Undo& step : task.novelties[mark].undo) apply(step, result);
  result.novelties.erase(result.novelties.begin() + static_cast<std::ptrdiff_t>(mark));
  return result;
}

Task without(const Task& task) {
  Task result = task;
  for (auto mark = task.novelties.rbegin(); mark != task.novelties.rend(); ++mark)
    for (const Undo& step : mark->undo) apply(step, result);
  result.novelties.clear();
  return result;
}

}  // namespace novphy
