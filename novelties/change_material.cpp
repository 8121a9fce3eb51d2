#include <stdexcept>

#include "novelties/change.h"
#include "novelties/pick.h"

namespace novphy {

void change_material(Change& change) {
  const std::string& material = change.novelty.material;
  const int index = pick_object(change, [&](const Object& object) {
    return object.material != material && change.catalogue.find(object.type, material) != nullptr;
  });
  if (index < 0) throw std::invalid_argument("there is no pig, ball or block that could become " + material);
  Object& object = change.task.objects[static_cast<std::size_t>(index)];
  change.mark.undo.push_back(RestoreMaterial{index, object.material});
  object.material = material;
}

}  // namespace novphy
