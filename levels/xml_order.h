#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/task.h"

namespace novphy::xml {

/// One element of the XML list of game objects: an object, an effect, an effect with its object, or inverted
/// gravity (neither).
struct Item {
  std::optional<std::size_t> object;
  std::optional<std::size_t> effect;
};

/// The elements of a task, ordered so that a reader finds the objects, the effects and the novelties each in
/// the task's order. If no such order exists, the result holds only the elements that can be ordered. Only
/// the first `objects` objects are taken.
std::vector<Item> in_order(const Task& task, std::size_t objects, bool inverted_gravity);

}  // namespace novphy::xml
