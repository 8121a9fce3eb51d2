#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/observation.h"

namespace novphy::test {

inline std::vector<std::vector<Pixel>> rings_of(const nlohmann::json& coordinates) {
  std::vector<std::vector<Pixel>> rings;
  for (const auto& ring : coordinates) {
    auto& points = rings.emplace_back();
    for (const auto& point : ring) points.push_back({point[0], point[1]});
  }
  return rings;
}

inline SeenObject object_of(const nlohmann::json& feature) {
  SeenObject object{.rings = rings_of(feature["geometry"]["coordinates"])};
  for (const auto& each : feature["properties"]["colormap"])
    object.colours.push_back({.colour = each["color"], .share = each["percent"]});
  return object;
}

/// What an agent in Java sees in a state of the protocol.
inline Observation observation_of(const nlohmann::json& state) {
  Observation seen;
  seen.px_per_m = 18.25;
  for (const auto& feature : state[0]["features"]) {
    const std::string label = feature["properties"]["label"];
    if (label == "Object") seen.objects.push_back(object_of(feature));
    if (label != "Slingshot") continue;
    const auto ring = rings_of(feature["geometry"]["coordinates"]).front();
    seen.slingshot = {.left = ring[1].x, .top = ring[1].y, .right = ring[3].x, .bottom = ring[3].y};
  }
  return seen;
}

}  // namespace novphy::test
