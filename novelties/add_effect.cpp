#include "novelties/change.h"

namespace novphy {
namespace {

double angle_rad(const Change& change) {
  const auto it = change.values.find("angle_deg");
  return it == change.values.end() ? 0 : radians(it->second);
}

/// Adds an effect together with a new object, on which the effect's region hangs.
void add_with_object(Change& change, ForceField& law) {
  const Kind* kind = change.catalogue.find(change.novelty.object, change.novelty.material);
  const Vec2 at = change.free_place_m(kind->size_m);
  law.object = change.add_object({.type = change.novelty.object,
                                  .material = change.novelty.material,
                                  .at_m = at,
                                  .angle_rad = angle_rad(change)});
}

}  // namespace

void add_effect(Change& change) {
  Effect effect = change.effect();
  if (auto* law = std::get_if<ForceField>(&effect)) {
    if (!change.novelty.object.empty()) {
      add_with_object(change, *law);
    } else if (law->region) {
      law->region->centre_m = change.free_place_m(law->region->size_m);
      law->region->angle_rad = angle_rad(change);
    }
  }
  change.add_effect(effect);
}

}  // namespace novphy
