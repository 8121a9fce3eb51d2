#pragma once

#include <string>
#include <vector>

#include "sim/shot.h"

namespace novphy {

/// A shot as the program's commands take it: "47.5@0.9" is the angle in degrees and the pull in metres. Tap
/// and launch time are left out.
std::string shot_text(const Shot& shot);
std::vector<std::string> shot_texts(const std::vector<Shot>& shots);

}  // namespace novphy
