#pragma once

#include <catch2/catch.hpp>

#include "base/lists.h"
#include "evaluator/difficulty/outline.h"

namespace novphy {

/// The relations with these names.
inline Relations relations_named(std::string_view topology, std::string_view direction,
                                 std::string_view distance) {
  const auto place = [](const auto& names, std::string_view name) {
    REQUIRE(contains(names, name));
    return static_cast<int>(index_in(names, name));
  };
  return {place(kTopologyNames, topology), place(kDirectionNames, direction),
          place(kDistanceNames, distance)};
}

}  // namespace novphy
