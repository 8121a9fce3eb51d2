// Tests of the properties that every novelty must have. The tests run over the table of the folder novelties,
// and over that table with the example of docs/guide/make_a_novelty.md added.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "levels/task_file.h"
#include "novelties/novelty.h"
#include "tests/sim/worlds.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

namespace fs = std::filesystem;

/// Novelties and the catalogue that they refer to.
struct Table {
  Assets assets;
  std::vector<Novelty> novelties;
  const Physics& physics() const { return assets.physics.at("standard"); }
};

Table read_table(const fs::path& assets_folder, const fs::path& novelties_folder) {
  Table table{.assets = load_assets(assets_folder), .novelties = {}};
  table.novelties = read_novelties(novelties_folder, table.assets.catalogue);
  return table;
}

const Table& shipped() {
  static const Table kTable = read_table(NOVPHY_SOURCE_DIR "/assets", NOVPHY_SOURCE_DIR "/novelties");
  return kTable;
}

/// The blocks of JSON in a page, in their order.
std::vector<std::string> json_blocks(const std::string& page) {
  const std::string fence = "```json\n";
  std::vector<std::string> blocks;
  for (auto at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
    at += fence.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

/// The shipped table with the example of docs/guide/make_a_novelty.md, built as the page describes.
const Table& with_the_example() {
  static const Table kTable = [] {
    const auto blocks = json_blocks(read_file(NOVPHY_SOURCE_DIR "/docs/guide/make_a_novelty.md"));
    REQUIRE(blocks.size() == 1);
    const TemporaryFolder folder;
    fs::copy(NOVPHY_SOURCE_DIR "/novelties", folder / "novelties");
    write_atomically(folder / "novelties/updraught.json", blocks[0]);
    return read_table(NOVPHY_SOURCE_DIR "/assets", folder / "novelties");
  }();
  return kTable;
}

std::vector<const Table*> tables() { return {&shipped(), &with_the_example()}; }

/// A task that every novelty can be put into: a ball on a shelf, a wall of blocks, two birds.
Task playground(const Table& table) {
  const std::vector<Object> objects{{.type = "platform", .at_m = {-4, -1}, .size_m = Vec2{3, 0.4}},
                                    {.type = "circle", .material = "wood", .at_m = {-4, -0.41}},
                                    {.type = "square_hole", .material = "stone", .at_m = {1, -3.065}},
                                    {.type = "pig_medium", .at_m = {6, -3.105}}};
  Task t = worlds::task({"red", "red"}, objects);
  ForceField air = std::get<ForceField>(table.assets.catalogue.effects.at("air_turbulence"));
  air.region->centre_m = {-8, 1};
  t.effects.push_back(air);
  return t;
}

/// Digests of plays whose birds together pass through all of the playground, after ten seconds of thought.
std::vector<std::uint64_t> digests(const Table& table, const Task& t) {
  std::vector<std::uint64_t> all;
  for (const double angle : {12.0, 25.0, 45.0, 70.0, 110.0, 160.0}) {
    std::vector<Shot> shots{aimed(radians(angle), 1), aimed(radians(20), 1)};
    shots.front().thought_ms = 10'000;
    all.push_back(play(t, shots, table.assets.catalogue, table.physics()).digest);
  }
  return all;
}

Observation seen(const Table& table, const Task& t) {
  return observe(World(t, table.assets.catalogue, table.physics()), table.assets.colours, false);
}

Task with(const Table& table, const Novelty& novelty, const Where& where = {}) {
  return inject(playground(table), novelty, table.assets.catalogue, where).task;
}

/// Checks that a strength of 0 gives the plays of the task without the effects, apart from an object that the
/// novelty added.
void check_that_zero_changes_nothing(const Table& table, const Novelty& novelty) {
  // A changed turbulence replaces the normal turbulence, so this task has none.
  Task t = playground(table);
  t.effects.clear();
  const auto* field = std::get_if<ForceField>(&*novelty.law);
  Where away;
  if (field == nullptr || field->region)
    away.at_m = Vec2{12, -2.5};  // a novelty that acts everywhere takes no place
  const Task zero = inject(t, novelty, table.assets.catalogue, away, {{novelty.strength, 0}}).task;
  Task without_effects = zero;
  without_effects.effects.clear();
  CHECK(digests(table, zero) ==
        digests(table, zero.objects.size() == t.objects.size() ? t : without_effects));
}

}  // namespace

TEST_CASE("each level of the hierarchy has NovPhy's novelty as its representative, and another novelty") {
  std::vector<std::string> representatives;
  std::vector<int> others(9);
  for (const Novelty& novelty : shipped().novelties)
    if (novelty.representative)
      representatives.push_back(novelty.name);
    else
      ++others[static_cast<std::size_t>(novelty.level)];
  CHECK(representatives == std::vector<std::string>{"pink", "fan", "strong_turbulence", "magnet",
                                                    "mirrored_slingshot", "inverted_gravity",
                                                    "downward_turbulence", "storm"});
  for (int level = 1; level <= 8; ++level) CHECK(others[static_cast<std::size_t>(level)] >= 1);
}

TEST_CASE("the example of the docs is one more novelty") {
  const auto& novelties = with_the_example().novelties;
  CHECK(novelties.size() == shipped().novelties.size() + 1);
  CHECK(find_novelty(novelties, "updraught").level == 6);
}

TEST_CASE("a novelty of strength zero changes nothing in how things move") {
  for (const Table* table : tables()) {
    for (const Novelty& novelty : table->novelties) {
      INFO(novelty.name);
      if (!novelty.strength.empty()) check_that_zero_changes_nothing(*table, novelty);
    }
  }
}

TEST_CASE(
    "a novelty at its defaults shows: in how things move or, where it is of looks only, in what is seen") {
  for (const Table* table : tables()) {
    for (const Novelty& novelty : table->novelties) {
      INFO(novelty.name);
      const Task novel = with(*table, novelty);
      if (novelty.looks_only)
        CHECK_FALSE(seen(*table, novel) == seen(*table, playground(*table)));
      else
        CHECK(digests(*table, novel) != digests(*table, playground(*table)));
    }
  }
}

TEST_CASE("what a body meets: a material that looks different, an object unlike its kind, or a push") {
  for (const Table* table : tables()) {
    for (const Novelty& novelty : table->novelties) {
      INFO(novelty.name);
      const bool view = novelty.change == "change_view";
      // Shots that pass the normal task pass a task that is shown otherwise, or must be played in less time.
      CHECK(novelty.checks.empty() == (view || novelty.change == "limit_time"));
      CHECK((novelty.touched == "material") == (novelty.looks_only && !view));
      CHECK((novelty.touched == "unlike") == (novelty.change == "change_object"));
      if (novelty.touched == "push") CHECK(novelty.law.has_value());
    }
  }
}

TEST_CASE("an altered view changes what is seen and nothing of a play") {
  const Table& table = shipped();
  for (const char* name : {"mirrored_view", "upside_down_view", "grey_view"}) {
    INFO(name);
    const Task novel = with(table, find_novelty(table.novelties, name));
    CHECK(digests(table, novel) == digests(table, playground(table)));
    CHECK_FALSE(seen(table, novel) == seen(table, playground(table)));
  }
}

TEST_CASE("a pig of a new colour moves exactly as any pig") {
  const Table& table = shipped();
  const Task novel = with(table, find_novelty(table.novelties, "pink"), {.object = 3});
  CHECK(digests(table, novel) == digests(table, playground(table)));
  CHECK_FALSE(seen(table, novel) == seen(table, playground(table)));
}

TEST_CASE("taking a novelty out gives back the task, part for part") {
  for (const Table* table : tables()) {
    for (const Novelty& novelty : table->novelties) {
      INFO(novelty.name);
      CHECK(with(*table, novelty).novelties.size() == 1);
      CHECK(without(with(*table, novelty)) == playground(*table));
    }
  }
}

TEST_CASE("novelties combine, and all of them come out again") {
  for (const Table* table : tables()) {
    Task t = playground(*table);
    for (const Novelty& novelty : table->novelties) t = inject(t, novelty, table->assets.catalogue).task;
    CHECK(t.novelties.size() == table->novelties.size());
    CHECK(without(t) == playground(*table));
    CHECK(digests(*table, t) != digests(*table, playground(*table)));
  }
}

TEST_CASE("a task with a novelty is the same after a round trip through its file") {
  for (const Table* table : tables()) {
    const Catalogue& catalogue = table->assets.catalogue;
    for (const Novelty& novelty : table->novelties) {
      INFO(novelty.name);
      const Task novel = with(*table, novelty);
      const Task read = parse_task_json(task_to_json(novel, catalogue), "x.json", catalogue);
      CHECK(read == novel);
      CHECK(without(read) == playground(*table));
    }
  }
}

TEST_CASE("a shipped novelty changes what is seen only where people would see it") {
  // These novelties are visible before the first shot: a new colour, a fan, the slingshot on the other side,
  // objects on the ceiling, a turned object, an altered view. All others are invisible: forces, and what an
  // object is like.
  const std::set<std::string> visible{"pink",   "fan",           "mirrored_slingshot", "inverted_gravity",
                                      "turned", "mirrored_view", "upside_down_view",   "grey_view"};
  const Table& table = shipped();
  for (const Novelty& novelty : table.novelties) {
    INFO(novelty.name);
    CHECK((seen(table, with(table, novelty)) == seen(table, playground(table))) !=
          visible.contains(novelty.name));
  }
}
