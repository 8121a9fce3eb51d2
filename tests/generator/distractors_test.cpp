#include <algorithm>
#include <catch2/catch.hpp>

#include "generator/variation.h"
#include "levels/overlap.h"
#include "levels/pair.h"
#include "sim/world.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

Task scene() {
  Task task = worlds::task({"red"});
  task.objects = {{.type = "platform", .at_m = {-2, 1}, .size_m = Vec2{3, 0.4}},
                  {.type = "pig_medium", .at_m = {-2, 1.58}},
                  {.type = "platform", .at_m = {4, 2}, .angle_rad = 0.4, .size_m = Vec2{3, 0.4}}};
  return task;
}

std::vector<Object> placed(const Task& task, const DistractorRules& rules, std::uint64_t seed, int count = 5,
                           const std::vector<SweptDisk>& disks = {}) {
  Rng rng = Rng::stream(seed, "test");
  return place_distractors({.task = task, .rules = rules, .catalogue = worlds::catalogue(), .disks = disks},
                           count, rng)
      .objects;
}

}  // namespace

TEST_CASE("distractors stand still, apart from all else, and are drawn again alike") {
  const Task task = scene();
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto objects = placed(task, {}, seed);
    REQUIRE(objects.size() == 5);
    CHECK(objects == placed(task, {}, seed));
    CHECK(objects != placed(task, {}, seed + 1));
    const Task full = with_distractors(task, objects);
    CHECK(check_overlaps(full, worlds::catalogue(), 1e-3).empty());
    World world(full, worlds::catalogue(), worlds::standard());
    for (int i = 0; i < 300; ++i) world.tick();
    for (std::size_t i = task.objects.size(); i < full.objects.size(); ++i)
      CHECK(length(world.body(static_cast<int>(i)).at_m - full.objects[i].at_m) < 0.05);
  }
}

TEST_CASE("distractors stand on platforms as well as on the ground, and some are platforms") {
  int raised = 0;
  int floating = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    for (const Object& object : placed(scene(), {}, seed)) {
      floating += object.type == "platform";
      raised += object.type != "platform" && object.at_m.y > 1;
    }
  CHECK(raised > 3);
  CHECK(floating > 3);
}

TEST_CASE("distractors obey the file: kinds, areas") {
  DistractorRules rules;
  rules.forbidden = {"platform", "stone", "wood circle"};
  rules.areas = {{.centre_m = {7, -3}, .size_m = {3, 1}}};
  int seen = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const Object& object : placed(scene(), rules, seed, 2)) {
      ++seen;
      CHECK(object.type != "platform");
      CHECK(object.material != "stone");
      CHECK((object.material != "wood" || object.type != "circle"));
      CHECK((object.at_m.x >= 5.5 && object.at_m.x <= 8.5));
    }
  CHECK(seen > 10);
  rules.areas = {{.centre_m = {-2, 1}, .size_m = {0.1, 0.1}}};
  CHECK(placed(scene(), rules, 1).empty());
}

TEST_CASE("distractors keep out of what plays pass through") {
  const Task task = scene();
  const std::vector<std::vector<Shot>> plays{{aimed(radians(30), 1)}, {aimed(radians(60), 1)}};
  const auto disks = swept_disks(task, plays, worlds::catalogue(), worlds::standard());
  REQUIRE(disks.size() > 20);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Task full = with_distractors(task, placed(task, {}, seed, 5, disks));
    for (const auto& shots : plays)
      CHECK(play(full, shots, worlds::catalogue(), worlds::standard()).won ==
            play(task, shots, worlds::catalogue(), worlds::standard()).won);
    for (const auto& shots : plays)
      for (const Event& e :
           play(full, shots, worlds::catalogue(), worlds::standard(), {.log_events = true}).events)
        if (e.kind == EventKind::kContact)
          for (const int body : {e.body, e.other})
            CHECK((body < static_cast<int>(task.objects.size()) ||
                   body >= static_cast<int>(full.objects.size())));
  }
}

TEST_CASE("no distractor of a shipped pair looks like its magnet, in normal tasks as in novel ones") {
  int magnets = 0;
  for (const Pair& pair : read_pairs(NOVPHY_SOURCE_DIR "/levels/templates", worlds::catalogue()))
    for (const Effect& effect : pair.novel.task.effects) {
      if (!std::holds_alternative<Magnet>(effect)) continue;
      ++magnets;
      const auto index = static_cast<std::size_t>(std::get<Magnet>(effect).object);
      const Object& magnet = pair.novel.task.objects[index];
      CAPTURE(pair.scenario, magnet.type, magnet.material);
      for (const Template* side : {&pair.normal, &pair.novel})
        for (std::uint64_t seed = 0; seed < 40; ++seed)
          for (const Object& object : placed(side->task, pair.distractors, seed))
            CHECK((object.type != magnet.type || object.material != magnet.material));
    }
  CHECK(magnets == 5);
}

TEST_CASE("where things fall upwards distractors hang from what is above") {
  Task task = scene();
  task.gravity_mps2 = {0, 6};
  task.objects = {{.type = "platform", .at_m = {0, 10.3}, .size_m = Vec2{35.2, 0.64}}};
  DistractorRules rules;
  rules.forbidden = {"platform"};
  const auto objects = placed(task, rules, 3);
  REQUIRE(objects.size() == 5);
  for (const Object& object : objects) CHECK(object.at_m.y > 9);
}
