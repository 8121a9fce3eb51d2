#include "view/geojson.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/view/scenes.h"

using namespace novphy;
using nlohmann::json;

namespace {

/// Compares the text with a file of tests/view/golden. If the environment variable NOVPHY_GOLDEN names a
/// folder, the text is written there instead.
void check_golden(const std::string& text, const std::string& name) {
  if (const char* folder = std::getenv("NOVPHY_GOLDEN"))
    std::ofstream(std::string(folder) + "/" + name + ".json") << text << '\n';
  std::ifstream file(NOVPHY_SOURCE_DIR "/tests/view/golden/" + name + ".json");
  std::ostringstream read;
  read << file.rdbuf();
  const std::string expected = read.str();
  CHECK(text + "\n" == expected);
}

Observation seen(const World& world, bool labels) { return observe(world, scenes::colours(), labels); }

Observation seen_in_flight() { return seen(scenes::in_flight(scenes::shapes(), aimed(0.6, 1), 0.55), false); }

json features(const Observation& observation) {
  const json list = json::parse(geojson(observation));
  REQUIRE(list.size() == 1);
  REQUIRE(list[0]["type"] == "FeatureCollection");
  return list[0]["features"];
}

}  // namespace

TEST_CASE("GeoJSON of outlines, holes and what is off the screen, byte for byte") {
  check_golden(geojson(seen(worlds::world(scenes::shapes()), false)), "shapes");
}

TEST_CASE(
    "GeoJSON of fan, turbulence, pink pig and mirrored slingshot with developer labels, byte for byte") {
  check_golden(geojson(seen(worlds::world(scenes::novel_things()), true)), "novel_things_labelled");
}

TEST_CASE("GeoJSON in flight, with the trajectory, byte for byte") {
  check_golden(geojson(seen_in_flight()), "in_flight");
}

TEST_CASE("GeoJSON of what a hit has damaged, with developer labels, byte for byte") {
  const World world = scenes::in_flight(scenes::shapes(), aimed(0, 1), 1.5);
  check_golden(geojson(seen(world, true)), "damaged_labelled");
}

TEST_CASE("noisy GeoJSON, byte for byte") {
  const World world = scenes::in_flight(scenes::shapes(), aimed(0.6, 1), 0.55);
  Observation noisy = seen(world, false);
  Rng rng = Rng::stream(7, "tests/noise");
  add_noise(noisy, world, kUsualNoisePx, rng);
  check_golden(geojson(noisy), "in_flight_noisy");
}

TEST_CASE("the ground has a row and no geometry, the slingshot four corners from the lower left one on") {
  const json list = features(seen(worlds::world(worlds::task()), false));
  CHECK(list[0]["geometry"] == json::object());
  CHECK(list[0]["properties"] ==
        json{{"id", "-1"}, {"label", "Ground"}, {"yindex", 286}, {"colormap", json::array()}});
  CHECK(list[1]["geometry"]["type"] == "Polygon");
  CHECK(list[1]["geometry"]["coordinates"] == json{{{95, 286}, {95, 249}, {106, 249}, {106, 286}}});
  CHECK(list[1]["properties"]["label"] == "Slingshot");
}

TEST_CASE("the trajectory is there once there are dots") {
  CHECK(geojson(seen(worlds::world(scenes::shapes()), false)).find("MultiPoint") == std::string::npos);
  const Observation observation = seen_in_flight();
  const json trajectory = features(observation)[2];
  CHECK(trajectory["geometry"]["type"] == "MultiPoint");
  CHECK(trajectory["geometry"]["coordinates"].size() == observation.trajectory.size());
  CHECK(trajectory["properties"]["label"] == "Trajectory");
}

TEST_CASE("every feature has an id of its own, a text") {
  const json list = features(seen_in_flight());
  std::set<std::string> ids;
  for (const json& feature : list) ids.insert(feature["properties"]["id"].get<std::string>());
  CHECK(ids.size() == list.size());
}

TEST_CASE("points, rows and colours are written without a point, shares and lives with one") {
  Observation observation = seen(worlds::world(scenes::novel_things()), true);
  const json list = features(observation);
  const json& fan = list[2];
  for (const json& point : fan["geometry"]["coordinates"][0])
    for (const json& number : point) CHECK(number.is_number_integer());
  for (const json& colour : fan["properties"]["colormap"]) {
    CHECK(colour["color"].is_number_integer());
    CHECK(colour["percent"].is_number_float());
  }
  const json pig = list[3]["properties"];
  CHECK(pig["label"] == "pink_pig_basic_medium_1");
  CHECK(pig["currentLife"].is_number_float());
  CHECK_FALSE(fan["properties"].contains("currentLife"));
}

TEST_CASE("an object with a hole has two rings, and the first point of a ring is not repeated") {
  const json square = features(seen(worlds::world(scenes::shapes()), false))[5];
  REQUIRE(square["properties"]["id"] == "3");
  const json& rings = square["geometry"]["coordinates"];
  REQUIRE(rings.size() == 2);
  CHECK(rings[1].size() == 4);
  CHECK(rings[1].front() != rings[1].back());
}
