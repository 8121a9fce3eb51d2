#include <algorithm>

#include "novelties/change.h"

namespace novphy {

void invert_gravity(Change& change) {
  const Object& ceiling = change.catalogue.inverted_gravity.ceiling;
  const auto& objects = change.task.objects;
  const bool has_ceiling = std::find(objects.begin(), objects.end(), ceiling) != objects.end();
  change.mark.undo.push_back(RestoreGravity{change.task.gravity_mps2});
  change.task.gravity_mps2 = {0, change.values.at("gravity_mps2")};
  if (!has_ceiling) change.add_object(ceiling);
  change.place = "the whole task";
}

}  // namespace novphy
