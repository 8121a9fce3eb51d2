#include <catch2/catch.hpp>

#include "generator/checks.h"
#include "generator/invent/invention.h"
#include "tests/generator/known.h"

using namespace novphy;

namespace {

const Novelty& entry(const std::vector<Novelty>& table, const char* name) {
  return find_novelty(table, name);
}

std::optional<Invention> drawn(const char* first, const char* second, const Task& task,
                               std::uint64_t seed = 1) {
  const std::vector<Novelty> table = novelties();
  const OldWays ways = old_ways(task, solve(task, solver_spec(task, 2), numbers()), numbers());
  Rng rng = Rng::stream(seed, "test");
  return draw_composition({&entry(table, first), &entry(table, second)}, task, ways, numbers().catalogue,
                          rng);
}

}  // namespace

TEST_CASE("compositions are made of the novelties that change motion") {
  const std::vector<Novelty> table = novelties();
  std::vector<std::string> names;
  for (const Novelty* novelty : composable(table)) names.push_back(novelty->name);
  const auto has = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  CHECK(has("fan"));
  CHECK(has("fast_launch"));
  CHECK_FALSE(has("inverted_gravity"));
  CHECK_FALSE(has("pink"));
  CHECK_FALSE(has("mirrored_view"));
  CHECK_FALSE(has("deadline"));
}

TEST_CASE("a composition has a mark for each of its novelties, and each comes out alone") {
  const Task task = known("rolling/agents").normal.task;
  const std::optional<Invention> both = drawn("fan", "headwind", task);
  REQUIRE(both);
  CHECK(both->level == kComposed);
  CHECK(both->law == "fan+headwind");
  const Task novel = put_in(task, *both, 2, "unused", numbers().catalogue).task;
  REQUIRE(novel.novelties.size() == 2);
  CHECK(novel.novelties[0].name == "fan");
  CHECK(novel.novelties[1].name == "headwind");
  CHECK(without(novel) == task);
  CHECK(without(novel, 0).objects == task.objects);
  CHECK(without(novel, 0).effects.size() == task.effects.size() + 1);
  CHECK(without(novel, 1).objects.size() == task.objects.size() + 1);
}

TEST_CASE("two novelties that change the same part are no composition, since neither could come out alone") {
  CHECK_FALSE(drawn("fast_launch", "fast_launch", known("rolling/agents").normal.task));
}

TEST_CASE("a strength beyond the range of a novelty's parameter is refused") {
  const Task task = known("rolling/agents").normal.task;
  const std::optional<Invention> both = drawn("fan", "headwind", task);
  REQUIRE(both);
  CHECK_THROWS_AS(put_in(task, *both, 1000, "unused", numbers().catalogue), std::invalid_argument);
}

TEST_CASE("a pair of two novelties must need each of them") {
  Pair pair = known("sliding/events");
  const std::vector<Novelty> table = novelties();
  // The storm alone changes how the task is passed, and a wind without force changes nothing.
  pair.novel.task =
      inject(pair.novel.task, entry(table, "headwind"), numbers().catalogue, {}, {{"force_n", 0}}).task;
  const PairReport report = verify(pair, table, numbers(), {.step_deg = 1, .distractors = false});
  const auto needed = std::find_if(report.novel.checks.begin(), report.novel.checks.end(),
                                   [](const CheckResult& check) { return check.id == "novelty_needed"; });
  REQUIRE(needed != report.novel.checks.end());
  INFO(needed->finding);
  CHECK(needed->verdict == CheckVerdict::kFailed);
  CHECK(needed->finding.find("win without the novelty headwind, too") != std::string::npos);
}
