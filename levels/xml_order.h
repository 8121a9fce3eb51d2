#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/task.h"

namespace novphy::xml {

/// One element of the list of game objects: an object, an effect, an effect with its object, or inverted
/// gravity.
struct Item {
  std::optional<std::size_t> object;
  std::optional<std::size_t> effect;
};

/// The elements of a task in an order in which a reader finds its objects, its effects and its novelties each
/// in their order; where there is none, as many as go. Only the first `objects` objects are taken.
std::vector<Item> in_order(const Task& task, std::size_t objects, bool inverted_gravity);

}  // namespace novphy::xml
