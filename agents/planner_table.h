#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "sim/shot.h"

namespace novphy {

/// The published planner's shot at an object of an ObjectTable: `object` is the object's row, from 0, and the
/// target is the centre of the row's box. Nothing where the row is unused, lies on the slingshot, or is out
/// of the planner's reach.
std::optional<Shot> planned_shot(std::span<const float> table, std::size_t object, bool high);

}  // namespace novphy
