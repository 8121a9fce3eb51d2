#include "generator/difficulty/pair_difficulty.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "tests/generator/known.h"

using namespace novphy;

namespace {

PairDifficulty found_for(const std::string& file, int count, const std::vector<MemberWins>& wins = {}) {
  const Pair pair = read_pair(NOVPHY_SOURCE_DIR "/levels/templates/" + file, worlds::catalogue());
  return pair_difficulty(pair, draw_tasks(pair, count, 1, numbers()), wins, worlds::assets(), {});
}

int undefined_in(const DifficultyRow& row) {
  return std::accumulate(row.undefined.begin(), row.undefined.end(), 0,
                         [](int sum, const auto& each) { return sum + each.second; });
}

}  // namespace

TEST_CASE("a pink pig is easier to tell by its colour than normal tasks are") {
  const PairDifficulty found = found_for("single_force/objects.json", 30);
  const DifficultyRow* novel = find_row(found.cell, "detection", "colour");
  const DifficultyRow* normal = find_row(found.cell, "detection", "colour", "normal");
  REQUIRE(novel);
  REQUIRE(normal);
  CHECK(normal->values.size() == 6);
  CHECK(summary_of(*novel)->mean < 0.1);
  CHECK(summary_of(*normal)->mean > 0.4);
  for (const DifficultyRow& row : found.cell.rows)
    if (row.state == "detection" && row.side == "novel" && row.dimension != "target" &&
        row.dimension != "initiation" && row.dimension != "time") {
      INFO(row.dimension);
      CHECK(static_cast<int>(row.values.size()) + undefined_in(row) == 30);
    }
  CHECK(find_row(found.cell, "adaptation", "together")->undefined.begin()->first ==
        "no winning throws were given");
}

TEST_CASE("detection together is the lesser of what is seen and of what the action tells") {
  MemberWins wins;
  wins.normal.wins = {{.shots = "10@1", .chain = {"bird", "pig"}}};
  wins.novel.wins = {{.shots = "20@1", .chain = {"bird", "pig"}}};
  const PairDifficulty found = found_for("single_force/agents.json", 10, {wins});
  CHECK(mean_difficulty(found.cell, "adaptation", "initiation") == 1.0);
  CHECK(mean_difficulty(found.cell, "adaptation", "target") == 0.0);
  CHECK(mean_difficulty(found.cell, "adaptation", "together") == 1.0);
  CHECK(mean_difficulty(found.cell, "detection", "together") == 0.0);
  CHECK(mean_difficulty(found.cell, "detection", "target") == 1.0);
}

TEST_CASE("the same tasks give the same difficulties, and other seeds draw other tasks") {
  const Pair pair = read_pair(NOVPHY_SOURCE_DIR "/levels/templates/sliding/agents.json", worlds::catalogue());
  CHECK(draw_tasks(pair, 2, 1, numbers()).novel == draw_tasks(pair, 2, 1, numbers()).novel);
  CHECK(draw_tasks(pair, 2, 1, numbers()).novel != draw_tasks(pair, 2, 2, numbers()).novel);
  CHECK(difficulty_json({.cells = {found_for("sliding/agents.json", 6).cell}}) ==
        difficulty_json({.cells = {found_for("sliding/agents.json", 6).cell}}));
}
