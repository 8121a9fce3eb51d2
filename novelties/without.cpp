#include "novelties/novelty.h"

namespace novphy {
namespace {

template <typename T>
void erase_at(std::vector<T>& list, int index) {
  list.erase(list.begin() + index);
}

/// The index of the object that an effect hangs on, or null.
int* object_of(Effect& effect) {
  if (auto* magnet = std::get_if<Magnet>(&effect)) return &magnet->object;
  auto& field = std::get<ForceField>(effect);
  return field.object ? &*field.object : nullptr;
}

/// Carries out an undo step: one overload for each kind of step.
struct UndoStep {
  Task& task;

  void operator()(const RemoveEffect& step) const { erase_at(task.effects, step.effect); }
  void operator()(const RemoveObject& step) const {
    erase_at(task.objects, step.object);
    for (Effect& effect : task.effects) {
      int* object = object_of(effect);
      if (object != nullptr && *object > step.object) --*object;
    }
  }
  void operator()(const RestoreMaterial& step) const {
    task.objects[static_cast<std::size_t>(step.object)].material = step.material;
  }
  void operator()(const RestoreEffect& step) const {
    task.effects[static_cast<std::size_t>(step.index)] = step.effect;
  }
  void operator()(const RestoreGravity& step) const { task.gravity_mps2 = step.gravity_mps2; }
  void operator()(const RestoreSlingshot& step) const { task.slingshot = step.slingshot; }
  void operator()(const RestoreUnlike& step) const {
    task.objects[static_cast<std::size_t>(step.object)].unlike = step.unlike;
  }
  void operator()(const RestorePose& step) const {
    Object& object = task.objects[static_cast<std::size_t>(step.object)];
    object.at_m = step.at_m;
    object.angle_rad = step.angle_rad;
  }
  void operator()(const RestoreShown& step) const { task.shown = step.shown; }
  void operator()(const RestoreTimeLimit& step) const { task.time_limit_s = step.time_limit_s; }
};

}  // namespace

Task without(const Task& task) {
  Task result = task;
  for (auto mark = task.novelties.rbegin(); mark != task.novelties.rend(); ++mark) {
    for (const Undo& step : mark->undo) std::visit(UndoStep{result}, step);
  }
  result.novelties.clear();
  return result;
}

}  // namespace novphy
