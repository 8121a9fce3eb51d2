#include <stdexcept>

#include "novelties/change.h"

namespace novphy {

void change_launch(Change& change) {
  Slingshot& slingshot = change.task.slingshot;
  change.mark.undo.emplace_back(RestoreSlingshot{slingshot});
  slingshot.speed_factor *= change.values.at("speed_factor");
  change.place = "the slingshot";
}

}  // namespace novphy
