#pragma once

#include <string>
#include <vector>

#include "agents/physicist/believe.h"
#include "agents/physicist/judged_moment.h"

namespace novphy {

/// Sentences about what no task fits: outlines of no kind, and objects in one place.
std::vector<std::string> doubts_about(const JudgedMoment& moment, const Believed& believed,
                                      const Catalogue& catalogue);

}  // namespace novphy
