#include <catch2/catch.hpp>

#include "base/file.h"
#include "bench/experiments/checked.h"
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
