#include "novelties/change.h"

namespace novphy {

void limit_time(Change& change) {
  change.mark.undo.emplace_back(RestoreTimeLimit{change.task.time_limit_s});
  change.task.time_limit_s = change.values.at("time_limit_s");
  change.place = "the whole task";
}

}  // namespace novphy
