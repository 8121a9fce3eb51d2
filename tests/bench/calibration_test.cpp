#include <catch2/catch.hpp>
#include <fstream>

#include "base/file.h"
#include "bench/experiments/choose.h"
#include "tests/generator/known.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

/// The checks of a pair of tests/pairs.
CheckedPair checked(const Pair& pair) {
  const auto table = novelties();
  const auto all = check_pairs(
      {pair},
      {.assets = worlds::assets(), .novelties = table, .verify = {.step_deg = 3, .distractors = false}});
  REQUIRE(all.size() == 1);
  return all.front();
}

Result result(const std::string& set, std::map<std::string, Failures> failed) {
  return {set, "", std::move(failed)};
}

std::string written(const TemporaryFolder& folder, const std::string& text) {
  const std::string file = (folder.path() / "grid.json").string();
  std::ofstream(file) << text;
  return file;
}

}  // namespace

TEST_CASE("a pair is checked as novphy verify checks it") {
  const Pair pair = known("falling/relations");
  const CheckedPair found = checked(pair);
  CHECK(found.name == "falling/relations");
  CHECK(found.normal.failed().empty());
  CHECK_FALSE(
      found.novel.checks.contains("novelty_needed"));  // the novelty's entry does not require novelty_needed
  CHECK_FALSE(found.novel.checks.contains("distractors_neutral"));
  CHECK(found.novel.checks.contains("old_plan_fails"));
  const PairReport report = verify(pair, novelties(), numbers(), {.step_deg = 3, .distractors = false});
  CHECK(found.normal.winning_share ==
        static_cast<double>(report.normal.solutions.size()) / static_cast<double>(report.normal.throws));
  CHECK_FALSE(found.normal.hit_bonuses.empty());
}

TEST_CASE("a pair counts where no check fails") {
  Pair pair = known("falling/relations");
  CHECK(count_of({checked(pair)}).pairs == 1);
  pair.normal.intent->mode = Mode::kSlide;  // the ball falls
  const CheckedPair found = checked(pair);
  CHECK(found.normal.failed() == std::vector<std::string>{"rule_wins"});
  CHECK(found.normal.checks.at("valid_start"));
  CHECK(count_of({found}) == Count{.sides = 1, .pairs = 0});
}

TEST_CASE("a grid is every combination of its values") {
  const TemporaryFolder folder;
  const Grid grid = read_grid(written(
      folder, R"({"about": "", "knobs": {"a": ["catalogue:/x"], "b": ["catalogue:/y", "catalogue:/z"]},
    "grid": [{"vary": {"a": [1, 2], "b": [3, 4]}}, {"vary": {"b": [5]}, "novelty": "agents"}]})"));
  REQUIRE(grid.variants.size() == 5);
  CHECK(text_of(grid.variants[1].knobs) == "a=1 b=4");
  CHECK(grid.variants[4].novelty == "agents");
  CHECK(grid.overrides(grid.variants[1].knobs) ==
        std::vector<std::string>{"catalogue:/x=1", "catalogue:/y=4", "catalogue:/z=4"});
}

TEST_CASE("a knob that is none is told with its place") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(
      read_grid(written(folder, R"({"about": "", "knobs": {}, "grid": [{"vary": {"a": [1]}}]})")),
      Catch::Contains("/grid/0/vary/a: \"a\" is no knob"));
}

TEST_CASE("the shipped grid changes only numbers that are there") {
  const Grid grid = read_grid(NOVPHY_SOURCE_DIR "/bench/experiments/calibration.json");
  for (const Variant& variant : grid.variants)
    CHECK_NOTHROW(load_assets(NOVPHY_SOURCE_DIR "/assets", grid.overrides(variant.knobs)));
}

TEST_CASE("each half chooses its best sets, and the other half judges them") {
  // The first half holds the pairs whose novelty number plus scenario number is even.
  const std::vector<Result> results{
      result("x", {{"010101", {}}, {"010102", {{{"rule_wins"}, {"solvable", "rule_wins"}}}}}),
      result("y", {{"010101", {{{}, {"novelty_needed"}}}}, {"010102", {}}})};
  const auto first = held_out(results, in_first_half);
  REQUIRE(first.size() == 1);
  CHECK(first[0].set == "x");
  CHECK(first[0].fitted == Count{.sides = 2, .pairs = 1});
  CHECK(first[0].held_out == Count{.sides = 0, .pairs = 0});
  const auto second = held_out(results, in_second_half);
  REQUIRE(second.size() == 1);
  CHECK(second[0].set == "y");
  CHECK(second[0].held_out == Count{.sides = 1, .pairs = 0});
}

TEST_CASE("people's tasks are counted by the template they came of") {
  const TemporaryFolder folder;
  const std::string row =
      ",1,1,1,a/novelty_level_{}/type010203/Levels/1_0_1_010203_2_3.xml,playing,no,basic,no\n";
  std::string text =
      "EvaluationIndex,LevelIndex,Score,LevelStatus,birdsRemaining,pigsRemaining,birdsAtStart,"
      "pigsAtStart, trial,levelName,playStatus,informed,novelty,noveltyDetected\n";
  for (const char* start : {"1,1,5000,Pass,0,0", "2,2,0,Fail,0,0"})
    for (const char* level : {"0", "2"}) {
      std::string line = row;
      text += start + line.replace(line.find("{}"), 2, level);
    }
  write_atomically(folder / "1.csv", text);
  const auto people = count_people(folder.path().string());
  CHECK(people.size() == 2);
  CHECK(people.at("010203_0").played == 2);
  CHECK(people.at("010203_2").passed == 1);
}

TEST_CASE("the table of the docs was printed with the numbers that are shipped") {
  const std::string docs = read_file(NOVPHY_SOURCE_DIR "/docs/results/published.md");
  const Assets& assets = worlds::assets();
  // A commit that changes a physical number must also print the tables of docs/results/published.md
  // and docs/results/physics.md again.
  CHECK_THAT(docs, Catch::Contains("of 40 pairs pass all that is asked (standard; catalogue " +
                                   assets.catalogue_hash + ", physics " + assets.physics_hash + ")"));
}
