#include "novelties/change.h"
#include "novelties/pick.h"

namespace novphy {
namespace {

/// The block that becomes magnetic: the requested block, or else a block of the entry's type, preferably of
/// the entry's material.
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
  Object& object = change.task.objects[static_cast<std::size_t>(index)];
  if (object.material != novelty.material) {
    change.mark.undo.push_back(RestoreMaterial{index, object.material});
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

}  // namespace

void magnetise(Change& change) {
  Effect effect = change.effect();
  const int found = change.where.at_m ? -1 : make_magnetic(change);
  std::get<Magnet>(effect).object = found >= 0 ? found : add_magnetic(change);
  change.add_effect(effect);
}

}  // namespace novphy
