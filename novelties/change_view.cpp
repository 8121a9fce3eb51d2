#include "novelties/change.h"

namespace novphy {

void change_view(Change& change) {
  change.mark.undo.emplace_back(RestoreShown{change.task.shown});
  change.task.shown = change.novelty.shown;
  change.place = "the whole task";
}

}  // namespace novphy
