#include "agents/oracle.h"

namespace novphy {

void Oracle::told_task(const Task& task) {
  shots_ = solve_(task);
  next_ = 0;
  novel_ = !task.novelties.empty();
  faces_left_ = task.slingshot.faces_left;
}

Shot Oracle::choose(const Observation& /*seen*/) {
  if (next_ < shots_.size()) return shots_[next_++];
  return aimed(radians(faces_left_ ? 135 : 45), 1);
}

}  // namespace novphy
