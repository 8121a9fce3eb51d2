#include <rapidcheck.h>
#include <rapidcheck/catch.h>

#include <catch2/catch.hpp>

#include "bench/experiments/drawn_plays.h"
#include "sim/rules.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

const PlayDrawer& drawer() {
  static const PlayDrawer kDrawer(
      read_pairs(NOVPHY_SOURCE_DIR "/tests/pairs", worlds::catalogue()),
      {worlds::catalogue(), worlds::assets().physics.at("fast"), worlds::standard()});
  return kDrawer;
}

double between(int low, int high) { return 0.1 * *rc::gen::inRange(10 * low, 10 * high); }

Object random_platform() {
  const Vec2 at_m{between(-9, 16), between(-3, 5)};
  const Vec2 size_m{between(1, 8), 0.3};
  return {.type = "platform", .at_m = at_m, .angle_rad = between(-1, 1), .size_m = size_m};
}

/// A random object that stands on the ground, or falls onto the object below.
Object random_thing() {
  const std::vector<std::pair<std::string, std::string>> kinds{{"pig_small", ""},     {"pig_medium", ""},
                                                               {"rect_tiny", "wood"}, {"rect_fat", "stone"},
                                                               {"circle", "ice"},     {"tnt", ""}};
  const auto [type, material] = *rc::gen::elementOf(kinds);
  return {.type = type, .material = material, .at_m = {between(-9, 16), between(-3, 4)}};
}

Task random_task() {
  Task task = worlds::task(*rc::gen::container<std::vector<std::string>>(
      *rc::gen::inRange(1, 4), rc::gen::element<std::string>("red", "blue", "yellow", "black", "white")));
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) task.objects.push_back(random_platform());
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) task.objects.push_back(random_thing());
  if (*rc::gen::inRange(0, 3) == 0)
    task.effects.push_back(ForceField{.name = "force_field",
                                      .region = Box{{between(-9, 16), between(-3, 5)}, {4, 4}, 0},
                                      .force_n = {between(-9, 9), between(-9, 9)},
                                      .on = {.birds_above_mps = 0, .blocks_above_mps = 0.1},
                                      .after_birds_gone = *rc::gen::inRange(0, 2)});
  return task;
}

}  // namespace

TEST_CASE("what came of a play tells plays apart by what happens to objects") {
  const DrawnPlay play = drawer().draw(1, 0);
  const auto of = [&](const std::vector<Shot>& shots) {
    return play_result(play.task, shots, worlds::catalogue(), worlds::standard());
  };
  CHECK(of(play.shots) == of(play.shots));
  CHECK_FALSE(of(play.shots) == of({}));
  CHECK(of(play.shots).turns.size() == play.shots.size() + 1);
}

TEST_CASE("drawn plays are the same for the same seed, and of every kind") {
  std::vector<int> kinds(3);
  std::size_t effects = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    const DrawnPlay play = drawer().draw(1, i);
    CHECK(play.task == drawer().draw(1, i).task);
    CHECK(play.shots == drawer().draw(1, i).shots);
    CHECK(play.shots.size() == play.task.birds.size());
    ++kinds[static_cast<std::size_t>(play.kind)];
    effects += play.task.effects.size();
  }
  CHECK(*std::min_element(kinds.begin(), kinds.end()) > 0);
  CHECK(effects > 0);
  CHECK_FALSE(drawer().draw(1, 0).task == drawer().draw(2, 0).task);
}

TEST_CASE("certain ends change nothing that matters in plays of pairs, and end them sooner") {
  std::int64_t steps = 0;
  std::int64_t later_steps = 0;
  for (std::size_t i = 0; i < 120; ++i) {
    const DrawnPlay play = drawer().draw(7, i);
    const PlayResult here = play_result(play.task, play.shots, worlds::catalogue(), worlds::standard());
    const PlayResult later = play_result(play.task, play.shots, worlds::catalogue(), worlds::watched());
    CHECK(here == later);
    CHECK(here.steps <= later.steps);
    steps += here.steps;
    later_steps += later.steps;
  }
  CHECK(10 * steps < 8 * later_steps);
}

TEST_CASE("certain ends change nothing that matters in random worlds") {
  rc::prop("the same wins, scores and later turns", [] {
    const Task task = random_task();
    std::vector<Shot> shots;
    for (std::size_t i = 0; i < task.birds.size(); ++i) {
      const double angle_deg = *rc::gen::inRange(-20, 180);
      shots.push_back(aimed(radians(angle_deg), between(0, 1), *rc::gen::element(-1, 300, 900)));
    }
    const PlayResult here = play_result(task, shots, worlds::catalogue(), worlds::standard());
    const PlayResult later = play_result(task, shots, worlds::catalogue(), worlds::watched());
    RC_ASSERT(here == later);
  });
}
