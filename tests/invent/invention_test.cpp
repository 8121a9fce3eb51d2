#include <catch2/catch.hpp>
#include <set>

#include "generator/invent/strength.h"
#include "levels/task_file.h"
#include "tests/generator/known.h"

using namespace novphy;

namespace {

/// A pig on a shelf that a bird can hit, and a block beside it.
Task shelf() {
  return bare({{.type = "platform", .at_m = {0, 0}, .size_m = Vec2{5, 0.4}},
               {.type = "square_small", .material = "wood", .at_m = {-1.5, 0.43}},
               {.type = "pig_medium", .at_m = {1, 0.58}}});
}

std::vector<Solution> wins(const Task& task) {
  return solve(task, solver_spec(task, 1), numbers(), birds_to_sacrifice(task));
}

}  // namespace

TEST_CASE("old ways are a sample of the winning plays, with the places of what moves in them") {
  const Task task = shelf();
  const std::vector<Solution> old = wins(task);
  REQUIRE(old.size() > kOldPlays);
  const OldWays ways = old_ways(task, old, numbers());
  CHECK(ways.plays.size() == kOldPlays);
  CHECK(ways.plays.front() == old.front().shots);
  REQUIRE_FALSE(ways.points.empty());
  const int bird = static_cast<int>(task.objects.size());
  CHECK(std::any_of(ways.points.begin(), ways.points.end(), [&](const WayPoint& point) {
    return point.body == bird && point.category == Category::kBird;
  }));
}

TEST_CASE("every law gives tasks that a file and a world take, and comes out again") {
  const Task task = shelf();
  const OldWays ways = old_ways(task, wins(task), numbers());
  const Catalogue& catalogue = numbers().catalogue;
  for (const std::string_view law : law_names())
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      INFO(law << " " << seed);
      Rng rng = Rng::stream(seed, "test");
      const Invention invention = draw_invention(law, task, ways, rng);
      CHECK(invention.level >= 1);
      CHECK(invention.level <= 8);
      const Task novel = put_in(task, invention, 1, "a_novelty").task;
      CHECK_FALSE(novel == task);
      CHECK(without(novel) == task);
      CHECK(parse_task_json(task_to_json(novel, catalogue), "novel", catalogue) == novel);
      CHECK_NOTHROW(World(novel, catalogue, numbers().physics));
    }
}

TEST_CASE("the level follows from what a law acts on, as docs/novelties.md says") {
  const Task task = shelf();
  const OldWays ways = old_ways(task, wins(task), numbers());
  std::set<int> seen;
  for (const std::string_view law : law_names())
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Rng rng = Rng::stream(seed, "test");
      const Invention drawn = draw_invention(law, task, ways, rng);
      seen.insert(drawn.level);
      INFO(law << " " << seed);
      CHECK((drawn.level == 5) == (law == "moved_slingshot"));
      CHECK((drawn.level == 8) == (law == "gusts" || law == "late_wind"));
      if (drawn.level == 4) CHECK(drawn.field->object);
      if (drawn.level == 3) CHECK_FALSE((drawn.field->on.blocks_above_mps || drawn.field->on.pigs_above_mps));
      if (drawn.level == 2) CHECK((drawn.field->region && !drawn.field->object));
      if (drawn.level == 6) CHECK_FALSE((drawn.field->region || drawn.field->object));
    }
  CHECK(seen == std::set<int>{2, 3, 4, 5, 6, 8});
}

TEST_CASE("a draw depends on its random numbers alone, and differs with them") {
  const Task task = shelf();
  const OldWays ways = old_ways(task, wins(task), numbers());
  const auto drawn = [&](std::uint64_t seed) {
    Rng rng = Rng::stream(seed, "test");
    return put_in(task, draw_invention("whirl", task, ways, rng), 1, "w").task;
  };
  CHECK(drawn(1) == drawn(1));
  CHECK_FALSE(drawn(1) == drawn(2));
}

TEST_CASE("the strength that is found defeats the old throws and lets new ones win") {
  const Task task = shelf();
  const std::vector<Solution> old = wins(task);
  const OldWays ways = old_ways(task, old, numbers());
  int found_any = 0;
  for (const Vec2 force : {Vec2{-1, 0}, Vec2{0, 1}}) {
    Invention wind{.law = "wind", .field = ForceField{.name = "force_field"}};
    wind.field->times_mass = true;
    wind.field->force_n = force;
    wind.field->on = {.birds_above_mps = 0};
    const auto survivors = [&](double strength) {
      return wins_of(put_in(task, wind, strength, "w").task, ways.plays, numbers());
    };
    Rng rng = Rng::stream(1, "test");
    const FoundStrength found = find_strength(task, wind, ways, old, numbers(), rng);
    REQUIRE(found.least > 0);
    CHECK(survivors(found.least) <= 1);
    CHECK(survivors(0.8 * found.least) > 1);
    if (!found.failed.empty()) continue;
    ++found_any;
    CHECK(found.strength > found.least);
    CHECK(survivors(found.strength) <= 1);
    CHECK_FALSE(wins(put_in(task, wind, found.strength, "w").task).empty());
  }
  CHECK(found_any > 0);
}

TEST_CASE("a law that never gets in the way of the old throws has no strength") {
  const Task task = shelf();
  const std::vector<Solution> old = wins(task);
  ForceField far{.name = "force_field", .times_mass = true, .force_n = {1, 0}, .on = {.birds_above_mps = 0}};
  far.region = Box{{14, 9}, {1, 1}, 0};
  Rng rng = Rng::stream(1, "test");
  const FoundStrength found =
      find_strength(task, {.law = "far", .field = far}, old_ways(task, old, numbers()), old, numbers(), rng);
  CHECK(found.failed == "old_plan_fails");
}
