#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "agents/published/datalab_rules.h"
#include "tests/agents/geojson_state.h"
#include "tests/sim/worlds.h"

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

/// The states and releases of a file of ../shared/golden; none where it is missing.
std::vector<nlohmann::json> golden(const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(NOVPHY_SHARED) / "golden" / name;
  std::ifstream in(file);
  if (!in) std::cout << "SKIPPED: " << file << " is missing\n";
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

Pixel release_in(const nlohmann::json& line) { return {line["release"][0], line["release"][1]}; }

}  // namespace

TEST_CASE("Datalab releases the bird where the original releases it, to the pixel, in 70 states") {
  int states = 0;
  for (const nlohmann::json& line : golden("datalab_releases.jsonl")) {
    INFO("line " << ++states);
    const Observation seen = test::observation_of(line["state"]);
    const SightedObjects sight = sighted(seen, KindClassifier(golden_colours()));
    const JavaPlanner planner(seen.slingshot);
    Rng draws = Rng::stream(1, "test");
    const auto best = datalab::best_candidate({sight, planner, sight.bird().value()}, draws);
    REQUIRE(best.has_value() == !line["release"].is_null());
    if (best) CHECK(best->planned.release.at == release_in(line));
  }
  CHECK((states == 0 || states == 70));
}

// In the first state a pig is exactly 90 pixels below the middle of what looks like TNT: too far. In the two
// others the original does not shoot, because its release is right of the slingshot.
TEST_CASE("Datalab releases the bird where the original does, and gives up where it does not shoot") {
  for (const nlohmann::json& line : golden("datalab_more.jsonl")) {
    Datalab agent(worlds::assets().colours);
    const Observation seen = test::observation_of(line["state"]);
    if (line["release"].is_null())
      CHECK_THROWS_AS(agent.choose(seen), GivesUp);
    else
      CHECK(agent.choose(seen).drag_m == shot_from_release(seen, release_in(line)).drag_m);
  }
}
