// One suite over the whole table: what every novelty must keep, whatever it does.

#include <catch2/catch.hpp>

#include "levels/task_file.h"
#include "novelties/novelty.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

std::vector<Novelty> table() { return read_novelties(NOVPHY_SOURCE_DIR "/novelties", worlds::catalogue()); }

/// A task in which every novelty has something to work on: a ball on a shelf, a wall of blocks, two birds.
Task playground() {
  const std::vector<Object> objects{{.type = "platform", .at_m = {-4, -1}, .size_m = Vec2{3, 0.4}},
                                    {.type = "circle", .material = "wood", .at_m = {-4, -0.41}},
                                    {.type = "square_hole", .material = "stone", .at_m = {1, -3.065}},
                                    {.type = "pig_medium", .at_m = {6, -3.105}}};
  Task t = worlds::task({"red", "red"}, objects);
  ForceField air = std::get<ForceField>(worlds::catalogue().effects.at("air_turbulence"));
  air.region->centre_m = {-8, 1};
  t.effects.push_back(air);
  return t;
}

/// Plays that between them pass through all of the playground.
std::vector<std::uint64_t> digests(const Task& t) {
  std::vector<std::uint64_t> all;
  for (const double angle : {12.0, 25.0, 45.0, 70.0, 110.0, 160.0}) {
    const std::vector<Shot> shots{aimed(radians(angle), 1), aimed(radians(20), 1)};
    all.push_back(play(t, shots, worlds::catalogue(), worlds::standard()).digest);
  }
  return all;
}

Observation seen(const Task& t) { return observe(worlds::world(t), worlds::assets().colours, false); }

Task with(const Novelty& novelty, const ParameterValues& values = {}, const Where& where = {}) {
  return inject(playground(), novelty, worlds::catalogue(), where, values).task;
}

}  // namespace

TEST_CASE("the table holds the eight novelties of NovPhy, one of each level of the hierarchy") {
  std::vector<int> levels;
  for (const Novelty& novelty : table()) levels.push_back(novelty.level);
  CHECK(levels == std::vector{1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("a novelty of strength zero changes nothing in how things move") {
  const auto before = digests(playground());
  int checked = 0;
  for (const Novelty& novelty : table()) {
    if (novelty.strength.empty()) continue;
    INFO(novelty.name);
    // The normal turbulence is what the changed one replaces: the task for it has none.
    Task t = playground();
    t.effects.clear();
    const Where away{.at_m = Vec2{12, -2.5}};
    const Task zero = inject(t, novelty, worlds::catalogue(), away, {{novelty.strength, 0}}).task;
    if (zero.objects.size() == t.objects.size()) {
      CHECK(digests(zero) == digests(t));
    } else {
      // It brought an object along: that alone, without the effect, moves things just so.
      Task object_only = zero;
      object_only.effects.clear();
      CHECK(digests(zero) == digests(object_only));
    }
    ++checked;
  }
  CHECK(checked == 5);
}

TEST_CASE(
    "a novelty at its defaults shows: in how things move or, where it is of looks only, in what is seen") {
  const auto before = digests(playground());
  for (const Novelty& novelty : table()) {
    INFO(novelty.name);
    const Task novel = with(novelty);
    if (novelty.looks_only) {
      CHECK_FALSE(seen(novel) == seen(playground()));
    } else {
      CHECK(digests(novel) != before);
    }
  }
}

TEST_CASE("a pig of a new colour moves exactly as any pig") {
  const Novelty pink = find_novelty(table(), "pink");
  const Task novel = with(pink, {}, {.object = 3});
  CHECK(digests(novel) == digests(playground()));
  CHECK_FALSE(seen(novel) == seen(playground()));
}

TEST_CASE("taking a novelty out gives back the task, part for part") {
  for (const Novelty& novelty : table()) {
    INFO(novelty.name);
    CHECK(with(novelty).novelties.size() == 1);
    CHECK(without(with(novelty)) == playground());
  }
}

TEST_CASE("novelties combine, and all of them come out again") {
  Task t = playground();
  for (const Novelty& novelty : table()) {
    // The mirrored slingshot has no room for the row of birds behind the pig; place what is placed
    // explicitly.
    t = inject(t, novelty, worlds::catalogue()).task;
  }
  CHECK(t.novelties.size() == 8);
  CHECK(without(t) == playground());
  CHECK(digests(t) != digests(playground()));
}

TEST_CASE("a task with a novelty is the same after a round trip through its file") {
  for (const Novelty& novelty : table()) {
    INFO(novelty.name);
    const Task novel = with(novelty);
    const Task read =
        parse_task_json(task_to_json(novel, worlds::catalogue()), "x.json", worlds::catalogue());
    CHECK(read == novel);
    CHECK(without(read) == playground());
  }
}

TEST_CASE("a novelty changes what is seen only where people would see it") {
  // Visible: a new colour, a fan, the slingshot on the other side, things that lie on the ceiling. Invisible:
  // how strong the air is, that a ball is magnetic (where there was one), a storm to come.
  for (const Novelty& novelty : table()) {
    INFO(novelty.name);
    const bool hidden = novelty.name == "strong_turbulence" || novelty.name == "downward_turbulence" ||
                        novelty.name == "magnet" || novelty.name == "storm";
    CHECK((seen(with(novelty)) == seen(playground())) == hidden);
  }
}
