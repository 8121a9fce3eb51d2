#include "generator/level_judge.h"

#include <catch2/catch.hpp>

#include "tests/generator/known.h"

using namespace novphy;

namespace {

const Object kPlate{.type = "platform", .at_m = {-3, -2.6}, .size_m = Vec2{4, 0.4}};
const Object kTarget{.type = "pig_small", .at_m = {-2.5, -2.175}};

/// A pig on a shelf in reach of flat throws.
Task on_plate(std::vector<Object> more = {}) {
  std::vector<Object> objects{kPlate, kTarget};
  objects.insert(objects.end(), more.begin(), more.end());
  return bare(std::move(objects));
}

/// A pig in a box of platforms, which no bird enters.
Task walled_in(std::vector<std::string> birds) {
  Task task = on_plate({{.type = "platform", .at_m = {-3.2, -1.9}, .size_m = Vec2{0.3, 1}},
                        {.type = "platform", .at_m = {-1.8, -1.9}, .size_m = Vec2{0.3, 1}},
                        {.type = "platform", .at_m = {-2.5, -1.25}, .size_m = Vec2{2, 0.3}}});
  task.birds = std::move(birds);
  return task;
}

const Object kLoose{.type = "rect_big", .material = "wood", .at_m = {5, 2}};

constexpr double kJudgeStepDeg = 6;

JudgedLevel judged_level(const Task& task) { return judge(task, numbers(), kJudgeStepDeg); }

}  // namespace

TEST_CASE("a level that stands still and that some throws pass is solvable") {
  const Task task = on_plate();
  const JudgedLevel level = judged_level(task);
  CHECK(level.word == LevelWord::kSolvable);
  CHECK(level.stillness.stable());
  CHECK(level.stillness.comes_still);
  CHECK(level.stillness.still_s == 0);
  CHECK(level.wins > 0);
  CHECK(level.wins < level.throws);
  CHECK(level.birds == 1);
  REQUIRE(level.best);
  CHECK(level.window_deg >= 0.5);
  CHECK(play(task, level.witness, worlds::catalogue(), worlds::standard()).won);
  CHECK(level.flips.changed == 3 * std::min<std::size_t>(20, level.wins));
  CHECK(level.flips.lost < level.flips.changed / 2);
}

TEST_CASE("flips are the changed throws that lose") {
  const Task task = on_plate();
  SolverSpec spec = solver_spec(task, 0.1);
  spec.pulls_m = {1};
  const auto solutions = solve(task, spec, numbers());
  const AngleWindow window = windows_of(solutions, 0.1).front().window;
  REQUIRE(window.width_deg(0.1) > 1);
  const auto near = [&](double angle_deg) {
    return *std::ranges::min_element(
        solutions, {}, [&](const Solution& each) { return std::abs(each.what.angle_deg - angle_deg); });
  };
  // Inside a window nothing flips; at its edge, the turn that leads out of it does.
  CHECK(flips(task, {near(window.centre_deg())}, numbers()) == Flips{.changed = 3, .lost = 0});
  const Flips edge = flips(task, {near(window.to_deg)}, numbers());
  CHECK(edge.changed == 3);
  CHECK(edge.lost >= 1);
  CHECK(flips(task, {}, numbers()) == Flips{});
}

TEST_CASE("a level whose objects fall or break without a shot is unstable, and says which do") {
  const JudgedLevel level = judged_level(on_plate({kLoose}));
  CHECK(level.word == LevelWord::kUnstable);
  CHECK(level.solvable());
  CHECK(level.stillness.farthest == 2);
  CHECK(level.stillness.moved_m > 1);
  CHECK((level.stillness.fall == std::vector<int>{2} || level.stillness.gone == std::vector<int>{2}));
}

// Generators take a TNT for 0.5 or 0.55 m, which is 0.66 m wide, and put it so deep into what it stands on.
TEST_CASE("what is pushed out of an overlap or up by a stack does not make a level unstable") {
  const Object shelf{.type = "platform", .at_m = {5, -2.6}, .size_m = Vec2{4, 0.4}};
  for (const double side_m : {0.5, 0.55}) {
    const Task task = on_plate({shelf, {.type = "tnt", .at_m = {5, -2.4 + side_m / 2}}});
    const Stillness still = watch_without_shot(task, numbers());
    CHECK(still.farthest == 3);
    CHECK(still.moved_m > 0.05);
    CHECK(still.stable());
  }
  // Each layer is pushed some 0.01 m up.
  std::vector<Object> tower{shelf};
  for (int i = 0; i < 6; ++i)
    tower.push_back({.type = "rect_fat", .material = "wood", .at_m = {5, -2.4 + 0.215 + 0.43 * i}});
  const Stillness still = watch_without_shot(on_plate(tower), numbers());
  CHECK(still.moved_m > 0.05);
  CHECK(still.stable());
}

TEST_CASE("a fall from an overlap counts beyond its depth, and a rise by a force counts whole") {
  const Object beside{.type = "platform", .at_m = {5.6, 2}, .size_m = Vec2{0.6, 0.4}};
  const Task falls = on_plate({beside, {.type = "tnt", .at_m = {5, 2}}});
  CHECK(watch_without_shot(falls, numbers()).counted_m > 1);
  const Object ceiling{.type = "platform", .at_m = {5, 0}, .size_m = Vec2{4, 0.4}};
  Task lifted = on_plate({ceiling, {.type = "tnt", .at_m = {5, -3.155}}});
  ForceField up;
  up.force_n = {0, 40};
  up.on.blocks_above_mps = 0;
  lifted.effects.emplace_back(up);
  CHECK(watch_without_shot(lifted, numbers()).counted_m > 1);
}

TEST_CASE("a level that is passed without a shot is boring") {
  const JudgedLevel level = judged_level(bare({{.type = "pig_small", .at_m = {5, 25}}}));
  CHECK(level.stillness.passes);
  CHECK(level.word == LevelWord::kBoring);
  CHECK(level.birds == 0);
}

TEST_CASE("a window holds no angle beyond those that are thrown, -20 to 88 degrees") {
  const JudgedLevel level = judged_level(bare({{.type = "pig_small", .at_m = {5, 25}}}));
  REQUIRE(level.wins == level.throws);
  // 217 throws, of which each stands for half a degree.
  CHECK(level.window_deg == Approx(108.5));
}

TEST_CASE("what starts outside the world has left it, and is not broken") {
  const JudgedLevel level = judged_level(on_plate({{.type = "pig_small", .at_m = {60, 0}}}));
  CHECK(level.stillness.left == std::vector<int>{2});
  CHECK(level.stillness.gone.empty());
  CHECK_FALSE(level.stillness.stable());
}

TEST_CASE("a level that no throw passes is impossible, also with several birds") {
  for (const std::vector<std::string>& birds : {std::vector<std::string>{"red"}, {"red", "red"}}) {
    const JudgedLevel level = judged_level(walled_in(birds));
    CHECK(level.word == LevelWord::kImpossible);
    CHECK(level.stillness.stable());
    CHECK(level.wins == 0);
    // The sweep of this step at six pulls, and the full pull again in steps of half a degree.
    CHECK(level.throws == 19 * 6 + 217);
    CHECK(level.witness.empty());
  }
}

TEST_CASE("a level without a pig has no goal, and is watched all the same") {
  const JudgedLevel level = judged_level(bare({kPlate, kLoose}));
  CHECK(level.word == LevelWord::kNoGoal);
  CHECK(level.throws == 0);
  CHECK_FALSE(level.stillness.stable());
  CHECK_FALSE(level.solvable());
}

TEST_CASE("where only different throws one after the other pass a level, they are found") {
  Task task = bare({{.type = "platform", .at_m = {-5, -2.6}, .size_m = Vec2{2, 0.4}},
                    {.type = "pig_small", .at_m = {-5, -2.175}},
                    {.type = "platform", .at_m = {3, 0}, .size_m = Vec2{2, 0.4}},
                    {.type = "pig_small", .at_m = {3, 0.425}}});
  task.birds = {"red", "red"};
  const JudgedLevel level = judge(task, numbers(), 3);
  CHECK(level.word == LevelWord::kSolvable);
  CHECK(level.has_sequence);
  CHECK(level.wins == 0);
  CHECK(level.birds == 2);
  CHECK(play(task, level.witness, worlds::catalogue(), worlds::standard()).won);
}
