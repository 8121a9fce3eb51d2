#pragma once

#include <string>
#include <vector>

#include "agents/physicist/judged_moment.h"
#include "sim/catalogue.h"
#include "sim/task.h"

namespace novphy {

/// The slingshot, and the birds that wait there.
struct LaunchSite {
  Slingshot slingshot{};
  std::vector<std::string> birds{};  ///< in launch order
  int bird_id = -1;                  ///< id of the bird on the slingshot; -1: none is seen
};

/// The slingshot stands at its usual place, or at the mirror image of this place, if the pixels agree. It
/// faces the objects. Birds elsewhere than on it or behind it have been thrown.
LaunchSite launch_site(const JudgedMoment& moment, const Catalogue& catalogue);

}  // namespace novphy
