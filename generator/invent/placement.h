#pragma once

#include <string>
#include <vector>

#include "sim/catalogue.h"
#include "sim/task.h"

namespace novphy {

/// Whether a disc touches no object, is above the ground and within the world.
bool is_free(const Task& task, const Catalogue& catalogue, Vec2 centre_m, double radius_m);

/// Places for a slingshot that stands on a platform, wide enough and with room for birds and their drag.
std::vector<Vec2> stands_on_platforms(const Task& task, const Catalogue& catalogue);

/// What a person would not accept in where a novelty puts things: a slingshot that stands on neither ground
/// nor platform, or without room for the bird and its drag; a portal that overlaps its exit, lies in solid
/// bodies, or whose exit has no room. "": nothing.
std::string misplaced(const Task& normal, const Task& novel, const Catalogue& catalogue);

}  // namespace novphy
