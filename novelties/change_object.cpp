#include <stdexcept>

#include "novelties/change.h"
#include "novelties/pick.h"

namespace novphy {
namespace {

/// Multiplies a number of the object by the parameter of this name, if the entry has the parameter.
void multiply(double& number, const Change& change, const char* name) {
  const auto it = change.values.find(name);
  if (it != change.values.end()) number *= it->second;
}

}  // namespace

void change_object(Change& change) {
  const int index = pick_object(change, [&](const Object& object) { return may_alter(change, object); });
  if (index < 0)
    throw std::invalid_argument("there is no object that could take the novelty " + change.novelty.name);
  Object& object = change.task.objects[static_cast<std::size_t>(index)];
  change.mark.undo.emplace_back(RestoreUnlike{index, object.unlike});
  multiply(object.unlike.mass, change, "mass_factor");
  multiply(object.unlike.friction, change, "friction_factor");
  multiply(object.unlike.gravity, change, "gravity_factor");
  multiply(object.unlike.life, change, "life_factor");
}

}  // namespace novphy
