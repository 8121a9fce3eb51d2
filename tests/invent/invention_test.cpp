#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <regex>
#include <set>

#include "base/file.h"
#include "generator/invent/candidate.h"
#include "generator/invent/placement.h"
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

/// The levels in brackets behind the law in the section "Laws" of docs/reference/novelties.md. None: those of
/// a force.
std::set<int> documented_levels(std::string_view law) {
  static const std::string kPage = read_file(NOVPHY_SOURCE_DIR "/docs/reference/novelties.md");
  const std::size_t laws = kPage.find("\n## Laws");
  const std::string section = kPage.substr(laws, kPage.find("\n## ", laws + 1) - laws);
  INFO(law << " in docs/reference/novelties.md");
  std::smatch found;
  REQUIRE(std::regex_search(section, found, std::regex(fmt::format("\n\\*[^\n]*`{}`([^\n]*)", law))));
  const std::string line = found[1];
  std::set<int> levels;
  if (std::regex_search(line, found, std::regex("\\((\\d[^)]*)\\)")))
    for (const char c : found[1].str())
      if (c >= '1' && c <= '8') levels.insert(c - '0');
  return levels;
}

std::vector<Solution> wins(const Task& task) { return solve(task, solver_spec(task, 1), numbers()); }

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
  for (const std::string_view law : law_names()) {
    int drawn = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      INFO(law << " " << seed);
      Rng rng = Rng::stream(seed, "test");
      const auto invention = draw_invention(law, task, ways.points, catalogue, rng);
      if (!invention) continue;  // no object near the way that the law needs
      ++drawn;
      const double strength = std::sqrt(invention->least * invention->most);
      const Task novel = put_in(task, *invention, strength, "a_novelty", catalogue).task;
      CHECK_FALSE(novel == task);
      CHECK(without(novel) == task);
      CHECK(parse_task_json(task_to_json(novel, catalogue), "novel", catalogue) == novel);
      CHECK_NOTHROW(World(novel, catalogue, numbers().physics));
    }
    CHECK(drawn > 3);
  }
}

TEST_CASE("a slingshot is moved along the ground or onto a platform") {
  const Task task = shelf();
  const OldWays ways = old_ways(task, wins(task), numbers());
  const Catalogue& catalogue = numbers().catalogue;
  int on_platform = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng = Rng::stream(seed, "test");
    const Invention invention = draw_invention("moved_slingshot", task, ways.points, catalogue, rng).value();
    const Task novel = put_in(task, invention, invention.most, "a_novelty", catalogue).task;
    on_platform += novel.slingshot.at_m.y != task.slingshot.at_m.y;
    if (novel.slingshot.at_m.y == task.slingshot.at_m.y) CHECK(invention.most == 3);
    INFO(seed);
    CHECK(misplaced(task, novel, catalogue) == "");
  }
  CHECK((on_platform > 5 && on_platform < 15));
  CHECK(stands_on_platforms(task, catalogue) == std::vector<Vec2>{{0, 1.195}});
  Task full = task;
  full.objects.push_back({.type = "square_small", .material = "wood", .at_m = {0.3, 0.43}});
  CHECK(stands_on_platforms(full, catalogue).empty());
  Task roofed = task;
  roofed.objects.push_back({.type = "platform", .at_m = {0, 3}, .size_m = Vec2{0.4, 0.4}});
  CHECK(stands_on_platforms(roofed, catalogue).empty());
}

TEST_CASE("what a person would not accept is misplaced") {
  const Task task = shelf();
  const Catalogue& catalogue = numbers().catalogue;
  CHECK(misplaced(task, task, catalogue) == "");
  const auto moved = [&](Vec2 by_m, std::optional<Object> object = std::nullopt) {
    Task novel = task;
    novel.slingshot.at_m = novel.slingshot.at_m + by_m;
    if (object) novel.objects.push_back(*object);
    return misplaced(task, novel, catalogue);
  };
  CHECK(moved({2, 0}) == "");
  CHECK(moved({0, 1}) == "the slingshot stands on nothing");
  CHECK(moved({0, -0.5}) == "the slingshot stands on nothing");
  CHECK(moved({-6, 0}) == "the slingshot stands on nothing");  // beyond the ground's end
  const Object wall{.type = "platform", .at_m = task.slingshot.at_m + Vec2{1, 1}, .size_m = Vec2{0.2, 2}};
  CHECK(moved({2, 0}, wall) == "the slingshot has no room for birds");
  const auto portal = [&](const Box& region, Vec2 to_m) {
    Task novel = task;
    novel.effects.emplace_back(Portal{.region = region, .to_m = to_m, .on = {.birds = true}});
    return misplaced(task, novel, catalogue);
  };
  CHECK(portal({{-5, 3}, {1, 2}, 0}, {5, 3}) == "");
  CHECK(portal({{-5, 3}, {1, 2}, 0}, {-4.2, 3}) == "the portal overlaps its exit");
  CHECK(portal({{-5, 3}, {1, 2}, 0}, {0, 0.1}) == "the portal's exit has no room");
  CHECK(portal({{-5, 3}, {1, 2}, 0}, {5, catalogue.world.ground_top_m}) == "the portal's exit has no room");
  CHECK(portal({{0, 0}, {4, 0.4}, 0}, {5, 3}) == "the portal lies in solid bodies");
}

TEST_CASE("the level follows from what a law acts on, as docs/reference/novelties.md says") {
  const Task task = shelf();
  const OldWays ways = old_ways(task, wins(task), numbers());
  std::set<int> seen;
  for (const std::string_view law : law_names()) {
    const std::set<int> known = documented_levels(law);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Rng rng = Rng::stream(seed, "test");
      const auto drawn = draw_invention(law, task, ways.points, numbers().catalogue, rng);
      if (!drawn) continue;
      seen.insert(drawn->level);
      INFO(law << " " << seed);
      if (!known.empty()) {
        CHECK(known.contains(drawn->level));
        continue;
      }
      const auto& field = std::get<ForceField>(drawn->effects.front());
      const bool birds_alone = !field.on.blocks_above_mps && !field.on.pigs_above_mps;
      CHECK(drawn->level == (field.object ? 4 : birds_alone ? 3 : field.region ? 2 : 6));
    }
  }
  CHECK(seen == std::set<int>{1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("a strength is a factor on forces, speeds and distances, and a power of factors") {
  const Task task = shelf();
  const auto at = [&](const Effect& effect, double strength) {
    return put_in(task, {.law = "law", .effects = {effect}}, strength, "n", numbers().catalogue)
        .task.effects.back();
  };
  Alteration mass{.on = {.blocks = true}, .drag_per_s = 0.5};
  mass.factors.mass = 0.5;
  const auto altered = std::get<Alteration>(at(mass, 3));
  CHECK(altered.factors.mass == 0.125);
  CHECK(altered.factors.friction == 1);
  CHECK(altered.drag_per_s == 1.5);
  CHECK(std::get<Alteration>(at(mass, 50)).factors.mass == kLeastFactor);
  CHECK(std::get<PlatformSurface>(at(PlatformSurface{.object = 0, .speed_mps = 2}, 1.5)).speed_mps == 3);
  const Portal portal{.region = {{1, 1}, {1, 1}, 0}, .to_m = {3, 0}};
  CHECK(std::get<Portal>(at(portal, 2)).to_m == Vec2{5, -1});
  CHECK(std::get<Forbidden>(at(Forbidden{.object = 1}, 2)) == Forbidden{.object = 1});
  const Task turned = put_in(task, {.law = "law", .turn_rad = 0.1}, 2, "n", numbers().catalogue).task;
  CHECK(turned.slingshot.turn_rad == 0.2);
}

TEST_CASE("a draw depends on its random numbers alone, and differs with them") {
  const Task task = shelf();
  const OldWays ways = old_ways(task, wins(task), numbers());
  const auto drawn = [&](std::uint64_t seed) {
    Rng rng = Rng::stream(seed, "test");
    const Catalogue& catalogue = numbers().catalogue;
    return put_in(task, *draw_invention("whirl", task, ways.points, catalogue, rng), 1, "w", catalogue).task;
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
    const ForceField field{
        .name = "force_field", .times_mass = true, .force_n = force, .on = {.birds_above_mps = 0}};
    const Invention wind{.law = "wind", .effects = {field}};
    const auto survivors = [&](double strength) {
      return wins_of(put_in(task, wind, strength, "w", numbers().catalogue).task, ways.plays, numbers());
    };
    Rng rng = Rng::stream(1, "test");
    const FoundStrength found =
        find_strength({.task = task, .ways = ways, .throws = old}, wind, numbers(), rng);
    REQUIRE(found.least > 0);
    CHECK(survivors(found.least) <= 1);
    CHECK(survivors(0.8 * found.least) > 1);
    if (!found.failed.empty()) continue;
    ++found_any;
    CHECK(found.strength > found.least);
    CHECK(survivors(found.strength) <= 1);
    CHECK_FALSE(wins(put_in(task, wind, found.strength, "w", numbers().catalogue).task).empty());
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
      find_strength({.task = task, .ways = old_ways(task, old, numbers()), .throws = old},
                    {.law = "far", .effects = {far}}, numbers(), rng);
  CHECK(found.failed == "old_plan_fails");
}

TEST_CASE("ways are the same unless the first body, the killer or the side differs") {
  const WayWon way{.first = 3, .killer = WayWon::kBird, .side = -1};
  CHECK(is_same_way(way, way));
  CHECK(is_same_way(way, {3, WayWon::kBird, 0}));  // from above
  CHECK_FALSE(is_same_way(way, {3, WayWon::kBird, 1}));
  CHECK_FALSE(is_same_way(way, {WayWon::kGround, WayWon::kBird, -1}));
  CHECK_FALSE(is_same_way(way, {3, 2, -1}));
}

TEST_CASE("another way is one in which no old throw wins, and hardly a new one as before") {
  const Task task = shelf();
  const std::vector<Solution> old = wins(task);
  CHECK_FALSE(needs_another_way(task, old, task, old));
  CHECK_FALSE(needs_another_way(task, old, task, {}));
  std::vector<Solution> others = old;
  for (Solution& win : others) win.what.angle_deg += 100;
  CHECK_FALSE(needs_another_way(task, old, task, others));            // in the old way
  for (Solution& win : others) win.analysis.kills.back().killer = 0;  // the shelf
  REQUIRE(std::ranges::none_of(old,
                               [&](const Solution& win) { return way_won(task, win.analysis).killer == 0; }));
  CHECK(needs_another_way(task, old, task, others));
  others.front().what = old.front().what;
  CHECK_FALSE(needs_another_way(task, old, task, others));
}

TEST_CASE("lures fail, come near to a pig, and are no old way") {
  const Task task = known("rolling/agents").normal.task;
  const std::vector<Solution> old = solve(task, solver_spec(task, 2), numbers());
  const OldWays ways = old_ways(task, old, numbers());
  REQUIRE_FALSE(ways.lures.empty());
  CHECK(ways.lures.size() <= kLures);
  PlayStart start(task, numbers().catalogue, numbers().search, {.log_events = true});
  for (const Lure& lure : ways.lures) {
    const NearMiss play = near_miss(task, start, shots_of(task, {lure.what}, 0));
    CHECK_FALSE(play.won);
    CHECK(play.from_pig_m < 4);
    CHECK(std::ranges::none_of(ways.ways, [&](const WayWon& o) { return is_same_way(o, play.way); }));
    CHECK_FALSE(lure.points.empty());
  }
}

TEST_CASE("a second place moves with its region, and only where there is one") {
  Effect somewhere = ForceField{.region = Box{{1, 2}, {3, 3}, 0}};
  move_region(somewhere, {0.5, -1});
  CHECK(std::get<ForceField>(somewhere).region->centre_m == Vec2{1.5, 1});
  Effect everywhere = ForceField{};
  move_region(everywhere, {0.5, -1});
  CHECK(std::get<ForceField>(everywhere) == ForceField{});
}

TEST_CASE("a law is drawn with the level that is asked for") {
  const Task task = shelf();
  const OldWays ways = old_ways(task, wins(task), numbers());
  for (int level = 1; level <= 8; ++level) {
    int drawn = 0;
    for (const std::string_view law : law_names(level)) {
      Rng rng = Rng::stream(static_cast<std::uint64_t>(level), "test");
      const auto invention = draw_invention(law, task, ways.points, numbers().catalogue, rng, level);
      if (invention) CHECK(invention->level == level);
      drawn += invention.has_value();
    }
    INFO(level);
    CHECK(drawn > 0);
  }
}

TEST_CASE("a law without a strength is tried once") {
  const Task task = shelf();
  const std::vector<Solution> old = wins(task);
  const Invention shield{.law = "shield",
                         .effects = {Shield{.by = {.blocks = true, .material = "stone"}}},
                         .least = 1,
                         .most = 1};
  Rng rng = Rng::stream(1, "test");
  const FoundStrength found = find_strength(
      {.task = task, .ways = old_ways(task, old, numbers()), .throws = old}, shield, numbers(), rng);
  CHECK(found.failed == "solvable");  // only stone hurts the pig, and there is none
  CHECK(found.least == 1);
}
