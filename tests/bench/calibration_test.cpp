#include <catch2/catch.hpp>
#include <fstream>

#include "bench/choose.h"
#include "bench/grid.h"
#include "bench/judge.h"
#include "levels/file.h"
#include "levels/input_error.h"
#include "tests/sim/worlds.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

/// A pig on a shelf, and behind it a block that no bird needs.
Pair shelf_pair(const std::string& scenario) {
  Task task{.width_m = worlds::catalogue().world.width_m,
            .gravity_mps2 = worlds::catalogue().world.gravity_mps2,
            .slingshot = worlds::catalogue().world.slingshot,
            .birds = {"red"}};
  task.objects = {{.type = "platform", .at_m = {-3, -2.6}, .size_m = Vec2{4, 0.4}},
                  {.type = "pig_small", .at_m = {-2.5, -2.175}},
                  {.type = "rect_fat", .material = "wood", .at_m = {4, -3.285}}};
  const Template side{.name = "010101_0", .task = task, .dx_m = {-0.2, 0.2}, .dy_m = {0, 0.2}, .fixed = {}};
  return {.novelty = "objects", .scenario = scenario, .normal = side, .novel = side};
}

JudgeSetup setup() {
  return {.catalogue = &worlds::catalogue(),
          .search = &worlds::standard(),
          .physics = &worlds::standard(),
          .grid = 1};
}

Result result(const std::string& set, std::map<std::string, char> verdicts) {
  return {set, "", std::move(verdicts)};
}

std::string written(const TemporaryFolder& folder, const std::string& text) {
  const std::string file = (folder.path() / "grid.json").string();
  std::ofstream(file) << text;
  return file;
}

}  // namespace

TEST_CASE("a pig that flat throws reach at every place holds") {
  const PairFigures figures = judge(shelf_pair("single_force"), {}, setup());
  CHECK(figures.reasons.empty());
  CHECK(letter(figures.verdict) == 'H');
  CHECK(figures.name == "010101");
  CHECK(figures.normal.positions == 2);
  CHECK(figures.normal.shots == 2 * 88);
  CHECK(figures.normal.intended_first == figures.normal.wins);
}

TEST_CASE("a pair whose object is never pushed fails, and the reasons say so") {
  const PairFigures figures = judge(shelf_pair("sliding"), {{"010101_0", {4, -3.285}}}, setup());
  CHECK(letter(figures.verdict) == 'F');
  CHECK_THAT(figures.reasons, Catch::Contains("normal: intended wins at 0/2 positions"));
  CHECK_THAT(figures.reasons, Catch::Contains("direct hits 100 %"));
}

TEST_CASE("a grid is every combination of its values") {
  const TemporaryFolder folder;
  const Grid grid = read_grid(written(
      folder, R"({"about": "", "knobs": {"a": ["catalogue:/x"], "b": ["catalogue:/y", "catalogue:/z"]},
    "grid": [{"vary": {"a": [1, 2], "b": [3, 4]}}, {"vary": {"b": [5]}, "novelty": "agents"}]})"));
  REQUIRE(grid.variants.size() == 5);
  CHECK(text_of(grid.variants[1].setting) == "a=1 b=4");
  CHECK(grid.variants[4].novelty == "agents");
  CHECK(grid.overrides(grid.variants[1].setting) ==
        std::vector<std::string>{"catalogue:/x=1", "catalogue:/y=4", "catalogue:/z=4"});
  CHECK_THROWS_AS(grid.overrides({{"c", 1}}), InputError);
}

TEST_CASE("a knob that is none is told with its place") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(
      read_grid(written(folder, R"({"about": "", "knobs": {}, "grid": [{"vary": {"a": [1]}}]})")),
      Catch::Contains("/grid/0/vary/a: \"a\" is no knob"));
  CHECK_THROWS_WITH(parse_setting({"a"}), Catch::Contains("expected KNOB=NUMBER"));
  CHECK_THROWS_WITH(parse_setting({"a=1x"}), Catch::Contains("expected KNOB=NUMBER"));
  CHECK(parse_setting({"a=1.5"}) == Setting{{"a", 1.5}});
}

TEST_CASE("the shipped grid changes only numbers that are there") {
  const Grid grid = read_grid(NOVPHY_SOURCE_DIR "/bench/calibration.json");
  for (const Variant& variant : grid.variants)
    CHECK_NOTHROW(load_assets(NOVPHY_SOURCE_DIR "/assets", grid.overrides(variant.setting)));
}

TEST_CASE("each half chooses its best sets, and the other half judges them") {
  // The first half are the pairs whose novelty + scenario is even.
  const std::vector<Result> results{result("x", {{"010101", 'H'}, {"010102", 'F'}}),
                                    result("y", {{"010101", 'P'}, {"010102", 'H'}})};
  const auto first = held_out(results, in_first_half);
  REQUIRE(first.size() == 1);
  CHECK(first[0].set == "x");
  CHECK(first[0].fitted.holds == 1);
  CHECK(first[0].held_out.fails == 1);
  const auto second = held_out(results, in_second_half);
  REQUIRE(second.size() == 1);
  CHECK(second[0].set == "y");
  CHECK(second[0].held_out.partly == 1);
}

TEST_CASE("the tables of the docs were printed with the numbers that are shipped") {
  const std::string docs = read_file(NOVPHY_SOURCE_DIR "/docs/physics.md");
  const Assets& assets = worlds::assets();
  // Whoever changes a number prints the tables of docs/physics.md again, in the same commit.
  CHECK_THAT(docs, Catch::Contains("of 40 (standard; catalogue " + assets.catalogue_hash + ", physics " +
                                   assets.physics_hash + ")"));
}
