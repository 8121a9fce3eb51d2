#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "sim/shot.h"
#include "sim/vec2.h"

namespace novphy {

/// The published planner's shot at an object of an ObjectTable: `object` is the object's row, from 0. The
/// target is a point of the row's box, given by its shares of the width from the left and of the height from
/// the top; without one, the centre. Nothing where the row is unused, lies on the slingshot, or is out
/// of the planner's reach.
std::optional<Shot> planned_shot(std::span<const float> table, std::size_t object, bool high,
                                 Vec2 point = {0.5, 0.5});

}  // namespace novphy
