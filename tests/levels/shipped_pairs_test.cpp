#include <catch2/catch.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "levels/pair.h"
#include "novelties/novelty.h"
#include "sim/play.h"

using namespace novphy;

namespace {

const std::filesystem::path kSource = NOVPHY_SOURCE_DIR;

/// The shots that win a pair at its base: degrees at full pull, one for each bird.
struct Witness {
  std::string scenario;
  std::string novelty;
  std::vector<double> normal_deg;
  std::vector<double> novel_deg;
};

const std::vector<Witness> kWitnesses{
    {"falling", "relations", {38}, {142}},         {"multiple_forces", "objects", {36, 36, 36}, {36, 36, 36}},
    {"rolling", "agents", {46.5}, {18.5}},         {"single_force", "actions", {24.5}, {21}},
    {"sliding", "events", {33.5, 33.5}, {80, 33}},
};

const Assets& assets() {
  static const Assets read = load_assets(kSource / "assets");
  return read;
}

std::filesystem::path file_of(const Witness& witness) {
  return kSource / "levels/templates" / witness.scenario / (witness.novelty + ".json");
}

Pair read(const Witness& witness) { return read_pair(file_of(witness), assets().catalogue); }

bool wins(const Task& task, const std::vector<double>& angles_deg) {
  std::vector<Shot> shots;
  for (const double angle_deg : angles_deg) shots.push_back(aimed(angle_deg * std::numbers::pi / 180, 1));
  return play(task, shots, assets().catalogue, assets().physics.at("standard")).won;
}

bool holds_zero(const Range& range) { return range.min <= 0 && range.max >= 0; }

}  // namespace

TEST_CASE("every shipped pair has a witness and reads without a warning") {
  Warnings warnings;
  const auto pairs = read_pairs(kSource / "levels/templates", assets().catalogue, &warnings);
  CHECK(warnings.empty());
  CHECK(pairs.size() == kWitnesses.size());
}

TEST_CASE("a shipped pair is named by its path and holds its base") {
  for (const Witness& witness : kWitnesses) {
    CAPTURE(witness.scenario, witness.novelty);
    const Pair pair = read(witness);
    CHECK(pair.scenario == witness.scenario);
    CHECK(pair.novelty == witness.novelty);
    for (const Template* side : {&pair.normal, &pair.novel}) {
      CHECK(holds_zero(side->dx_m));
      CHECK(holds_zero(side->dy_m));
    }
  }
}

TEST_CASE("both sides of a shipped pair are won by their witness at the base") {
  for (const Witness& witness : kWitnesses) {
    CAPTURE(witness.scenario, witness.novelty);
    const Pair pair = read(witness);
    CHECK(wins(pair.normal.task, witness.normal_deg));
    CHECK(wins(pair.novel.task, witness.novel_deg));
  }
}

TEST_CASE("a fan, a storm and stronger turbulence decide whether their novel witness wins") {
  for (const Witness& witness : kWitnesses) {
    if (witness.novelty == "objects" || witness.novelty == "relations") continue;
    CAPTURE(witness.scenario, witness.novelty);
    CHECK_FALSE(wins(without(read(witness).novel.task), witness.novel_deg));
  }
}

TEST_CASE("a fan and stronger turbulence defeat the normal witness") {
  for (const Witness& witness : kWitnesses) {
    if (witness.novelty != "agents" && witness.novelty != "actions") continue;
    CAPTURE(witness.scenario, witness.novelty);
    CHECK_FALSE(wins(read(witness).novel.task, witness.normal_deg));
  }
}

TEST_CASE("the mark of a shipped novel task takes the novelty out and leaves a valid task") {
  for (const Witness& witness : kWitnesses) {
    CAPTURE(witness.scenario, witness.novelty);
    const Pair pair = read(witness);
    CHECK(pair.normal.task.novelties.empty());
    REQUIRE(pair.novel.task.novelties.size() == 1);
    const Task plain = without(pair.novel.task);
    CHECK(plain.novelties.empty());
    CHECK(plain != pair.novel.task);
    const std::string text = task_to_json(plain, assets().catalogue);
    CHECK(parse_task_json(text, "plain.json", assets().catalogue) == plain);
  }
}
