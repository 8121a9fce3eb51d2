#include "levels/twins.h"

namespace novphy {
namespace {

std::optional<int> object_of(const Effect& effect) {
  const auto* magnet = std::get_if<Magnet>(&effect);
  return magnet ? magnet->object : std::get<ForceField>(effect).object;
}

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
      if (const std::optional<int> index = object_of(effect))
        forbid(side->task.objects[static_cast<std::size_t>(*index)]);
    for (const Object& object : side->task.objects)
      if (object.unlike != Unlike{}) forbid(object);
  }
}

}  // namespace novphy
