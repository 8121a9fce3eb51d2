#include "novelties/change.h"

namespace novphy {

void mirror_slingshot(Change& change) {
  Slingshot& slingshot = change.task.slingshot;
  change.mark.undo.emplace_back(RestoreSlingshot{slingshot});
  slingshot.at_m.x = -slingshot.at_m.x;
  slingshot.faces_left = !slingshot.faces_left;
  change.place = "the slingshot";
}

}  // namespace novphy
