#pragma once

#include <string>
#include <vector>

#include "sim/shot.h"

namespace novphy {

/// "47.5@0.9": degrees and metres, as the program's commands take a shot; without tap and launch time.
std::string shot_text(const Shot& shot);
std::vector<std::string> shot_texts(const std::vector<Shot>& shots);

}  // namespace novphy
