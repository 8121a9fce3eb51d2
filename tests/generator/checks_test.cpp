#include "generator/checks.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "generator/proof.h"
#include "novelties/injected_pair.h"
#include "novelties/novelty.h"
#include "tests/generator/known.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

constexpr double kCoarseDeg = 3;

PairReport verified(const Pair& pair) {
  return verify(pair, novelties(), numbers(), {.step_deg = kCoarseDeg});
}

void mark(Pair& pair, const std::string& novelty, const std::vector<Undo>& undo = {}) {
  pair.novel.task.novelties = {{.name = novelty, .undo = undo}};
}

/// A pair whose normal and novel side are both `task`. Its novelty requires the fewest checks.
Pair twice(const Task& task, const Intent& intent = {}) {
  Pair pair{.novelty = "objects", .scenario = "single_force", .normal = {}, .novel = {}};
  pair.normal = {.name = "s/n/normal", .task = task, .dx_m = {}, .dy_m = {}, .fixed = {}, .intent = intent};
  pair.novel = pair.normal;
  pair.novel.name = "s/n/novel";
  mark(pair, "pink");
  return pair;
}

const CheckResult& check(const SideReport& side, const std::string& id) {
  const auto it =
      std::find_if(side.checks.begin(), side.checks.end(), [&](const auto& c) { return c.id == id; });
  REQUIRE(it != side.checks.end());
  return *it;
}

std::vector<std::string> failed(const SideReport& side) {
  std::vector<std::string> ids;
  for (const CheckResult& each : side.checks)
    if (each.verdict == CheckVerdict::kFailed) ids.push_back(each.id);
  return ids;
}

const Object kShelf{.type = "platform", .at_m = {-2.5, 0}, .size_m = Vec2{3, 0.4}};
const Object kPig{.type = "pig_medium", .at_m = {-2.5, 0.58}};

}  // namespace

TEST_CASE("a pig on a shelf passes every check of a direct hit") {
  const PairReport report = verified(twice(bare({kShelf, kPig})));
  CHECK(failed(report.normal).empty());
  CHECK(report.normal.passed());
  CHECK(report.normal.throws == 6 * 37);
  CHECK(check(report.normal, "no_direct_hit").verdict == CheckVerdict::kNotAsked);
}

TEST_CASE("valid_start: what moves by itself is no valid start") {
  Object high = kPig;
  high.at_m.y += 0.2;
  CHECK(failed(verified(twice(bare({kShelf, high}))).normal) == std::vector<std::string>{"valid_start"});
}

TEST_CASE("valid_start: what cannot be seen is no valid start") {
  Task task = bare({kShelf, kPig, {.type = "circle", .material = "wood", .at_m = {17.6, -3.12}}});
  const CheckResult result = check(verified(twice(task)).normal, "valid_start");
  CHECK(result.verdict == CheckVerdict::kFailed);
  CHECK(result.finding == "object 2 is out of view");
}

TEST_CASE("solvable: a pig in a closed box cannot be reached, and of wins nothing is asked") {
  const auto wall = [](Vec2 at, Vec2 size) { return Object{.type = "platform", .at_m = at, .size_m = size}; };
  const Task task = bare(
      {kShelf, kPig, wall({-4, 1}, {0.4, 2.4}), wall({-1, 1}, {0.4, 2.4}), wall({-2.5, 2.2}, {3.4, 0.4})});
  const SideReport side = verified(twice(task)).normal;
  CHECK(failed(side) == std::vector<std::string>{"solvable"});
  CHECK(check(side, "rule_wins").verdict == CheckVerdict::kNotAsked);
}

TEST_CASE("novelty_touched: a pink thing that no winning throw meets is untouched") {
  Pair pair = twice(bare({kShelf, kPig}));
  pair.novel.task.objects.push_back({.type = "circle", .material = "pink", .at_m = {12, -3.12}});
  const PairReport report = verified(pair);
  CHECK(check(report.novel, "novelty_touched").verdict == CheckVerdict::kFailed);
  pair.novel.task.objects[1].material = "pink";
  CHECK(check(verified(pair).novel, "novelty_touched").verdict == CheckVerdict::kPassed);
}

TEST_CASE(
    "novelty_needed and old_plan_fails: stronger turbulence beside the way is not needed, and the old throws "
    "win") {
  Pair pair = twice(bare({kShelf, kPig}));
  for (Template* side : {&pair.normal, &pair.novel}) {
    side->task.effects.push_back(worlds::catalogue().effects.at("air_turbulence"));
    std::get<ForceField>(side->task.effects.back()).region->centre_m = {12, 8};
  }
  const ForceField before = std::get<ForceField>(pair.novel.task.effects.front());
  std::get<ForceField>(pair.novel.task.effects.front()).force_n = {0, 4};
  mark(pair, "strong_turbulence", {{.effect = 0, .was = before}});
  const PairReport report = verified(pair);
  CHECK(failed(report.novel) ==
        std::vector<std::string>{"novelty_touched", "novelty_needed", "old_plan_fails", "way_changes"});
  for (const char* id : {"novelty_needed", "old_plan_fails"}) {
    const CheckResult& result = check(report.novel, id);
    CHECK_THAT(result.finding, Catch::StartsWith("100 % of the "));
    REQUIRE_FALSE(result.shots.empty());
    CHECK(play(pair.novel.task, result.shots, worlds::catalogue(), worlds::standard()).won);
  }
}

TEST_CASE("storm_not_skipped: a storm task that the first bird passes is skipped") {
  Pair pair = twice(bare({kShelf, kPig}));
  pair.novel.task.birds = {"red", "red"};
  pair.novel.task.effects.push_back(worlds::catalogue().effects.at("storm"));
  mark(pair, "storm", {{.remove_effect = 0}});
  const CheckResult result = check(verified(pair).novel, "storm_not_skipped");
  CHECK(result.verdict == CheckVerdict::kFailed);
  CHECK(result.shots.size() == 1);
}

TEST_CASE("rule_wins and no_direct_hit: where a ball should do it, birds that hit the pig are counted") {
  Task task = bare({kShelf, kPig, {.type = "circle", .material = "wood", .at_m = {12, -3.12}}});
  Pair pair = twice(task, {.mode = Mode::kRoll, .rule = "ball"});
  for (Template* side : {&pair.normal, &pair.novel}) side->names = {"", "", "ball"};
  CHECK(failed(verified(pair).normal) == std::vector<std::string>{"rule_wins", "no_direct_hit"});
}

TEST_CASE("rule_wins: a big pig must need as many birds as it bears") {
  const SideReport side = verified(known("multiple_forces/objects")).normal;
  CHECK(check(side, "rule_wins").verdict == CheckVerdict::kPassed);
}

TEST_CASE("not_trivial: a pig that every other throw hits is trivial") {
  const Task task = bare({{.type = "platform", .at_m = {-9.5, -1}, .size_m = Vec2{0.3, 5}},
                          {.type = "pig_small", .at_m = {-9.9, -3.28}},
                          {.type = "platform", .at_m = {-10.2, 2}, .size_m = Vec2{4, 0.3}}});
  const SideReport side = verified(twice(task)).normal;
  INFO(side.solutions.size());
  CHECK(failed(side) == std::vector<std::string>{"not_trivial"});
}

TEST_CASE("distractors_neutral: where no distractor finds room they cannot be neutral") {
  Pair pair = twice(bare({kShelf, kPig}));
  pair.distractors.areas = {{.centre_m = kShelf.at_m, .size_m = {0.1, 0.1}}};
  const SideReport side = verified(pair).normal;
  CHECK(failed(side) == std::vector<std::string>{"distractors_neutral"});
  CHECK_THAT(check(side, "distractors_neutral").finding, Catch::Contains("no room"));
}

TEST_CASE("distractors_neutral: distractors change nothing where they keep out of the way") {
  const SideReport side = verified(twice(bare({kShelf, kPig}))).normal;
  CHECK_THAT(check(side, "distractors_neutral").finding, Catch::StartsWith("100 %"));
}

TEST_CASE("pair_is_a_pair reports how much the sides share, and fails nothing") {
  Pair pair = twice(bare({kShelf, kPig}));
  pair.novel.task.objects[1].material = "pink";
  pair.novel.dx_m = {-1, 1};
  const CheckResult result = check(verified(pair).novel, "pair_is_a_pair");
  CHECK(result.verdict == CheckVerdict::kReported);
  CHECK(result.finding == "1 of 2 and 2 objects stand alike on both sides, which may not shift by the same");
}

TEST_CASE("two pigs that one throw cannot reach are passed by two different throws") {
  Task task = bare({kShelf,
                    kPig,
                    {.type = "platform", .at_m = {-0.5, 1.5}, .size_m = Vec2{0.3, 4}},
                    {.type = "platform", .at_m = {4, -2}, .size_m = Vec2{3, 0.4}},
                    {.type = "pig_medium", .at_m = {4, -1.42}}});
  task.birds = {"red", "red"};
  CHECK(solve(task, solver_spec(task, kCoarseDeg), numbers()).empty());
  const SideReport side = verified(twice(task)).normal;
  REQUIRE_FALSE(side.solutions.empty());
  CHECK(side.solutions.front().before.size() == 1);
  CHECK(check(side, "solvable").verdict == CheckVerdict::kPassed);
  CHECK(play(task, side.witness, worlds::catalogue(), worlds::standard()).won);
  CHECK(side.witness[0].drag_m != side.witness[1].drag_m);
  CHECK(play(task, safe_solution(task, numbers(), kCoarseDeg), worlds::catalogue(), worlds::standard()).won);
}

TEST_CASE("where nothing can win there is no witness") {
  Task task = bare({{.type = "pig_medium", .at_m = {16.5, 9}}});
  task.objects.push_back({.type = "platform", .at_m = {16.5, 8.4}, .size_m = Vec2{1, 0.4}});
  CHECK(safe_solution(task, numbers(), kCoarseDeg).empty());
}

// For each check, a small task that fails only this check. The tasks that fail valid_start, solvable,
// not_trivial and distractors_neutral stand above.

namespace {

/// Makes the pig of the novel side small, so that the way of winning changes (way_changes).
Pair with_small_novel_pig(Pair pair) {
  pair.novel.task.objects[1] = {.type = "pig_small", .at_m = {-2.5, 0.41}};
  return pair;
}

/// Moves the novel side's objects so that its shelf stands at `at_m`.
Pair with_novel_shelf_at(Pair pair, Vec2 at_m) {
  for (Object& object : pair.novel.task.objects) object.at_m = object.at_m - kShelf.at_m + at_m;
  return pair;
}

}  // namespace

TEST_CASE("only novelty_touched: something pink stands where no winning throw gets") {
  Pair pair = with_small_novel_pig(twice(bare({kShelf, kPig})));
  pair.novel.task.objects.push_back({.type = "circle", .material = "pink", .at_m = {12, -3.12}});
  CHECK(failed(verified(pair).novel) == std::vector<std::string>{"novelty_touched"});
}

TEST_CASE("only novelty_needed: a breath of air that every bird meets and none needs") {
  Pair pair = with_novel_shelf_at(twice(bare({kShelf, kPig})), {3, 0});
  pair.novel.task.effects.push_back(worlds::catalogue().effects.at("air_turbulence"));
  auto& air = std::get<ForceField>(pair.novel.task.effects.front());
  air.region = Box{.centre_m = {-3, 2}, .size_m = {16, 11}};
  air.force_n = {0, 0.1};
  mark(pair, "strong_turbulence", {{.remove_effect = 0}});
  CHECK(failed(verified(pair).novel) == std::vector<std::string>{"novelty_needed"});
}

TEST_CASE("only storm_not_skipped: the first bird can do it, by other throws than those in the storm") {
  Pair pair = with_novel_shelf_at(with_small_novel_pig(twice(bare({kShelf, kPig}))), {4, 0});
  pair.novel.task.birds = {"red", "red"};
  pair.novel.task.effects.push_back(worlds::catalogue().effects.at("storm"));
  mark(pair, "storm", {{.remove_effect = 0}});
  CHECK(failed(verified(pair).novel) == std::vector<std::string>{"storm_not_skipped"});
}

TEST_CASE("only old_plan_fails: what won before wins again, though another pig dies") {
  Pair pair = with_small_novel_pig(twice(bare({kShelf, kPig})));
  mark(pair, "mirrored_slingshot");
  CHECK(failed(verified(pair).novel) == std::vector<std::string>{"old_plan_fails"});
}

TEST_CASE("usual_way_fails: a law that only takes wins away must take the usual way and leave another") {
  const Object ball{.type = "circle", .material = "wood", .at_m = {-3, 0.58}};
  const Object pig{.type = "pig_small", .at_m = {0, 0.43}};
  const Object shelf{.type = "platform", .at_m = {-2, 0}, .size_m = Vec2{8, 0.4}};
  Pair pair = twice(bare({shelf, pig, ball}));
  pair.normal.intent = pair.novel.intent = std::nullopt;
  const auto shielded_but = [&](const Bodies& by) {
    pair.novel.task.effects = {Shield{.by = by}};
    mark(pair, "unheard_of", {{.remove_effect = 0}});
    return verified(pair).novel;
  };
  SECTION("blocks alone hurt the pig: birds must push the ball") {
    const SideReport side = shielded_but({.blocks = true});
    CHECK(failed(side).empty());
    CHECK(check(side, "usual_way_fails").verdict == CheckVerdict::kPassed);
    CHECK_THAT(check(side, "usual_way_fails").finding, Catch::Contains("killed by bird (direct)"));
    CHECK(Prover(pair, novelties(), numbers()).prove(pair, true).failed.empty());
  }
  SECTION("birds alone hurt it: the usual way wins as before") {
    const SideReport side = shielded_but({.birds = true});
    CHECK(failed(side) == std::vector<std::string>{"usual_way_fails"});
    CHECK_THAT(std::string(what_to_change("usual_way_fails")), Catch::Contains("leave another way open"));
  }
  SECTION("the ground alone hurts it: no way is left") {
    CHECK(failed(shielded_but({.ground = true})).front() == "solvable");
  }
}

TEST_CASE("only way_changes: a pig that was pink before is hit as before") {
  Object pink = kPig;
  pink.material = "pink";
  CHECK(failed(verified(twice(bare({kShelf, pink}))).novel) == std::vector<std::string>{"way_changes"});
}

TEST_CASE("further novelties in a normal side pass every check: one that changes every throw, one no play") {
  const Pair base =
      read_pair(NOVPHY_SOURCE_DIR "/levels/templates/single_force/actions.json", worlds::catalogue());
  for (const char* name : {"fast_launch", "grey_view"}) {
    CAPTURE(name);
    const Pair pair = injected_pair(base, find_novelty(novelties(), name), worlds::catalogue());
    const PairReport report = verify(pair, novelties(), numbers(), {.step_deg = 2});
    CHECK(failed(report.normal).empty());
    CHECK(failed(report.novel).empty());
  }
}

TEST_CASE("only rule_wins: the ball falls on the pig where it should slide") {
  Pair pair = known("falling/relations");
  pair.normal.intent->mode = Mode::kSlide;
  CHECK(failed(verified(pair).normal) == std::vector<std::string>{"rule_wins"});
}

TEST_CASE("only no_direct_hit: some throws hit the pig on which the ball should fall") {
  CHECK(failed(verify(known("falling/relations"), novelties(), numbers()).novel) ==
        std::vector<std::string>{"no_direct_hit"});
}

TEST_CASE("wins are grouped by pull into windows") {
  const SideReport side = verified(twice(bare({kShelf, kPig}))).normal;
  const auto windows = windows_of(side.solutions, kCoarseDeg);
  REQUIRE_FALSE(windows.empty());
  std::size_t wins = 0;
  for (const WinningWindow& each : windows)
    wins += static_cast<std::size_t>(std::lround(each.window.width_deg(0) / kCoarseDeg)) + 1;
  CHECK(wins == side.solutions.size());
}

TEST_CASE("members of a family spread over everything that varies, and repeat") {
  Pair pair = twice(bare({kShelf, kPig}));
  pair.family.parameters = {{.name = "gap", .base = 1.0, .min = 0, .max = 2},
                            {.name = "ball", .base = "a", .words = {"a", "b", "c"}}};
  pair.normal.dx_m = {-1, 1};
  pair.novel.dx_m = {-0.5, 2};
  const auto members = sample_members(pair, 16, 7);
  REQUIRE(members.size() == 16);
  std::array<int, 4> quarters{};
  std::map<std::string, int> words;
  for (const Member& member : members) {
    const double gap = std::get<double>(member.values.at("gap"));
    CHECK((gap >= 0 && gap <= 2));
    ++quarters.at(static_cast<std::size_t>(std::min(3.0, 2 * gap)));
    ++words[std::get<std::string>(member.values.at("ball"))];
    CHECK((member.shift_m.x >= -0.5 && member.shift_m.x <= 1));
    CHECK(member.shift_m.y == 0);
  }
  for (const int count : quarters) CHECK(count >= 2);
  CHECK(words.size() == 3);
  for (const auto& [word, count] : words) CHECK(count >= 3);
  CHECK(sample_members(pair, 16, 7).back().values == members.back().values);
  CHECK(sample_members(pair, 16, 8).back().values != members.back().values);
  CHECK(sample_members(pair, 4, 7).back().values == members[3].values);
}
