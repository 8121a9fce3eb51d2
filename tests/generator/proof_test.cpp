#include "generator/proof.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <tuple>

#include "generator/checks.h"
#include "tests/generator/known.h"

using namespace novphy;

TEST_CASE("a window that is found from hints is one that the sweep finds, too") {
  const Task task = known("falling/relations").normal.task;
  const auto found = find_window(task, hints_of(task, numbers()), numbers());
  REQUIRE(found);
  SolverSpec spec = solver_spec(task);
  spec.pulls_m = {found->window.throws.back().pull_m};
  const auto windows = windows_of(solve(task, spec, numbers()), spec.step_deg);
  const bool known_window = std::any_of(windows.begin(), windows.end(), [&](const WinningWindow& each) {
    return each.window.from_deg == found->window.window.from_deg &&
           each.window.to_deg == found->window.window.to_deg;
  });
  CHECK(known_window);
  CHECK(found->window.disturbed_wins >= 7);
}

TEST_CASE("hints from a finer sweep are those of the search for hints") {
  const Task task = known("falling/relations").normal.task;
  CHECK(hints_of(solve(task, solver_spec(task, 0.5), numbers())) == hints_of(task, numbers()));
}

TEST_CASE("a throw that loses counts for nothing, though its neighbours win") {
  const Task task = known("falling/relations").normal.task;
  const auto found = find_window(task, hints_of(task, numbers()), numbers());
  REQUIRE(found);
  CHECK(disturbed_wins(task, found->window.throws, numbers()) == found->window.disturbed_wins);
  // The lowest losing throw above the window. Its disturbed throws at lower angles win.
  std::vector<Throw> beside{
      {.angle_deg = found->window.window.to_deg, .pull_m = found->window.throws.back().pull_m}};
  while (wins_of(task, {shots_of(task, beside, 0)}, numbers()) == 1) beside.back().angle_deg += 0.05;
  CHECK(wins_of(task, disturbed(task, beside), numbers()) > 0);
  CHECK(disturbed_wins(task, beside, numbers()) == 0);
}

TEST_CASE("equal plays are played once and count each time") {
  const Task task = known("falling/relations").normal.task;
  const auto winning = find_window(task, hints_of(task, numbers()), numbers());
  REQUIRE(winning);
  const Throw middle = winning->window.throws.back();
  CHECK(first_equals(disturbed(task, {{.angle_deg = middle.angle_deg, .pull_m = 0.9}})) ==
        std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(first_equals(disturbed(task, {{.angle_deg = middle.angle_deg, .pull_m = 1}})) ==
        std::vector<std::size_t>{0, 1, 1, 3, 4, 4, 6, 7, 7});
  constexpr double kWinsAtFullPullDeg = 35.5;
  int won = 0;
  for (int away = -12; away <= 12; ++away) {
    const std::vector<Throw> throws{{.angle_deg = kWinsAtFullPullDeg + 0.25 * away, .pull_m = 1}};
    const auto plays = disturbed(task, throws);
    int one_by_one = 0;
    for (const std::vector<Shot>& shots : plays) one_by_one += wins_of(task, {shots}, numbers());
    CHECK(wins_of(task, plays, numbers()) == one_by_one);
    const bool middle_wins = wins_of(task, {plays[4]}, numbers()) == 1;
    CHECK(disturbed_wins(task, throws, numbers()) == (middle_wins ? one_by_one : 0));
    won += one_by_one;
  }
  CHECK(won > 0);
  CHECK(won < 25 * 9);
}

TEST_CASE("a proved side has a witness that passes it") {
  const Pair pair = known("falling/relations");
  const Prover prover(pair, novelties(), numbers());
  for (const bool novel : {false, true}) {
    const Proved proved = prover.prove(pair, novel);
    CHECK(proved.failed.empty());
    const Task& task = novel ? pair.novel.task : pair.normal.task;
    CHECK(play(task, proved.witness(), worlds::catalogue(), worlds::standard()).won);
  }
}

TEST_CASE("the disks that a proof kept are those of its plays without certain ends") {
  int cut = 0;
  int whole = 0;
  for (const char* name : {"falling/relations", "multiple_forces/agents"}) {
    CAPTURE(name);
    const Pair pair =
        read_pair(NOVPHY_SOURCE_DIR "/levels/templates/" + std::string(name) + ".json", worlds::catalogue());
    const Task& task = pair.normal.task;
    const Proved proved = Prover(pair, novelties(), numbers()).prove(pair, false);
    REQUIRE(proved.plays.size() == 9);
    for (const std::optional<SweptDisks>& disks : proved.disks) ++(disks ? whole : cut);
    SweptDisks kept = swept_disks(task, proved, numbers());
    SweptDisks played = swept_disks(task, proved.plays, numbers().catalogue, numbers().physics);
    for (SweptDisks* disks : {&kept, &played})
      std::sort(disks->begin(), disks->end(), [](const SweptDisk& a, const SweptDisk& b) {
        return std::tie(a.at_m.x, a.at_m.y, a.radius_m) < std::tie(b.at_m.x, b.at_m.y, b.radius_m);
      });
    CHECK(kept == played);
    CHECK(kept.size() > 100);
  }
  CHECK(cut > 0);
  CHECK(whole > 0);
}

TEST_CASE("what a proof turns down names the check") {
  Pair pair = known("falling/relations");
  pair.novel = pair.normal;  // a novelty that changes nothing
  pair.novel.task.novelties = {{.name = "mirrored_slingshot", .undo = {}}};
  const Prover prover(pair, novelties(), numbers());
  CHECK(prover.prove(pair, true).failed == "old_plan_fails");
  pair.novel.task.novelties = {{.name = "fan", .undo = {}}};
  CHECK(prover.prove(pair, true).failed == "novelty_needed");
  CHECK(prover.prove(pair, false).failed.empty());
  Pair floating = pair;
  for (Object& object : floating.normal.task.objects)
    if (object.type.starts_with("pig")) object.at_m.y += 0.5;
  CHECK(prover.prove(floating, false).failed == "valid_start");
  CHECK_THAT(*no_valid_start(floating.normal.task, numbers()),
             Catch::Contains("by itself, expected at most"));
  Pair unseen = pair;
  for (Object& object : unseen.normal.task.objects) object.at_m.x += 30;
  unseen.normal.task.width_m = 200;
  CHECK(prover.prove(unseen, false).failed == "valid_start");
  Pair out_of_reach = pair;
  out_of_reach.normal.task.objects = {{.type = "pig_medium", .at_m = {16.5, 9}},
                                      {.type = "platform", .at_m = {16.5, 8.4}, .size_m = Vec2{1, 0.4}}};
  CHECK(prover.prove(out_of_reach, false).failed == "solvable");
}

TEST_CASE("a proof asks whether the rule does it") {
  Pair pair = known("falling/relations");
  const Prover prover(pair, novelties(), numbers());
  pair.normal.intent->mode = Mode::kSlide;  // the ball falls
  CHECK(prover.prove(pair, false).failed == "rule_wins");
  pair.normal.intent->mode = Mode::kDirect;  // the bird does not touch the pig
  CHECK(prover.prove(pair, false).failed == "rule_wins");
  pair.normal.intent.reset();
  CHECK(prover.prove(pair, false).failed.empty());
}

TEST_CASE("a proof asks whether a bird hits the pig that an object should reach") {
  Pair pair = known("falling/relations");
  pair.normal.names = {"", "", "ball"};
  pair.normal.intent = Intent{.mode = Mode::kRoll, .rule = "ball"};
  pair.normal.task.objects = {{.type = "platform", .at_m = {-2.5, 0}, .size_m = Vec2{3, 0.4}},
                              {.type = "pig_medium", .at_m = {-2.5, 0.58}},
                              {.type = "circle", .material = "wood", .at_m = {12, -3.12}}};
  const Prover prover(pair, novelties(), numbers());
  CHECK(prover.prove(pair, false).failed == "no_direct_hit");
  pair.normal.intent = Intent{.mode = Mode::kDirect};
  CHECK(prover.prove(pair, false).failed.empty());
}
