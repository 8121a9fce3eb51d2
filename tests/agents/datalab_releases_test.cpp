#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "agents/published/datalab_rules.h"
#include "tests/agents/geojson_state.h"

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
    const Observation seen = test::observation_of(golden["state"]);
    const SightedObjects sight = sighted(seen, KindClassifier(golden_colours()));
    const JavaPlanner planner(seen.slingshot);
    Rng draws = Rng::stream(1, "test");
    const auto best = datalab::best_candidate({sight, planner, sight.bird().value()}, draws);
    REQUIRE(best.has_value() == !golden["release"].is_null());
    if (best) CHECK(best->planned.release.at == Pixel{golden["release"][0], golden["release"][1]});
  }
  CHECK(states == 70);
}
