#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "agents/datalab_rules.h"

using namespace novphy;

namespace {

/// The colours in which the golden states show each kind. All of a state's other colours are novel.
ColourTable golden_colours() {
  const auto plain = [](int colour) {
    return ColourTable::mapped_type{{ColourShare{.colour = colour, .share = 1}}};
  };
  return {{"pig_small", plain(125)},   {"platform", plain(36)},      {"bird_red", plain(250)},
          {"wood_circle", plain(136)}, {"stone_circle", plain(182)}, {"ice_circle", plain(19)},
          {"tnt", plain(205)}};
}

std::vector<std::vector<Pixel>> rings_of(const nlohmann::json& coordinates) {
  std::vector<std::vector<Pixel>> rings;
  for (const auto& ring : coordinates) {
    auto& points = rings.emplace_back();
    for (const auto& point : ring) points.push_back({point[0], point[1]});
  }
  return rings;
}

SeenObject object_of(const nlohmann::json& feature) {
  SeenObject object{.rings = rings_of(feature["geometry"]["coordinates"])};
  for (const auto& each : feature["properties"]["colormap"])
    object.colours.push_back({.colour = each["color"], .share = each["percent"]});
  return object;
}

Observation observation_of(const nlohmann::json& state) {
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

}  // namespace

TEST_CASE("Datalab releases the bird where the original releases it, to the pixel, in 70 states") {
  const std::filesystem::path file =
      std::filesystem::path(NOVPHY_SHARED) / "golden" / "datalab_releases.jsonl";
  std::ifstream in(file);
  if (!in) {
    std::cout << "SKIPPED: " << file << " is missing\n";
    return;
  }
  int states = 0;
  for (std::string line; std::getline(in, line); ++states) {
    INFO("line " << states + 1);
    const auto golden = nlohmann::json::parse(line);
    const Observation seen = observation_of(golden["state"]);
    const SightedObjects sight = sighted(seen, Kinds(golden_colours()));
    const JavaPlanner planner(seen.slingshot);
    Rng draws = Rng::stream(1, "test");
    const auto best = datalab::best_candidate({sight, planner, sight.bird().value()}, draws);
    REQUIRE(best.has_value() == !golden["release"].is_null());
    if (best) CHECK(best->planned.release.at == Pixel{golden["release"][0], golden["release"][1]});
  }
  CHECK(states == 70);
}
