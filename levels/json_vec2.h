#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/json_reader.h"
#include "sim/vec2.h"

namespace novphy {

/// Reads [x, y], both from min to max.
inline Vec2 vec2_of(const Node& node, double min = -Node::kBig, double max = Node::kBig) {
  const std::vector<Node> numbers = node.array(2, 2);
  const auto number = [&](std::size_t i) {
    return numbers.size() == 2 ? numbers[i].number(min, max) : std::clamp(0.0, min, max);
  };
  const double x = number(0);
  const double y = number(1);
  return {x, y};
}

}  // namespace novphy
