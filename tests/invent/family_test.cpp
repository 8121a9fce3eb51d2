#include <catch2/catch.hpp>

#include "base/file.h"
#include "generator/invent/candidate.h"
#include "novelties/injected_pair.h"
#include "tests/generator/known.h"

using namespace novphy;

namespace {

const std::string& text() {
  static const std::string kText = read_file(NOVPHY_SOURCE_DIR "/levels/templates/rolling/agents.json");
  return kText;
}

Pair read(const std::string& pair_text) { return parse_pair_json(pair_text, "pair", numbers().catalogue); }

}  // namespace

TEST_CASE("ranges shrink around their base") {
  const Pair whole = read(text());
  const Pair half = read(narrowed(text(), 0.5));
  REQUIRE_FALSE(whole.family.parameters.empty());
  REQUIRE(half.family.parameters.size() == whole.family.parameters.size());
  for (std::size_t i = 0; i < whole.family.parameters.size(); ++i) {
    const Parameter& before = whole.family.parameters[i];
    const Parameter& after = half.family.parameters[i];
    if (before.is_word()) continue;
    const double base = std::get<double>(before.base);
    CHECK(after.base == before.base);
    CHECK(after.max - base == Approx((before.max - base) / 2).margin(1e-4));
    CHECK(after.min - base == Approx((before.min - base) / 2).margin(1e-4));
  }
  CHECK(half.normal.dx_m.max == Approx(whole.normal.dx_m.max / 2).margin(1e-4));
  CHECK(half.normal.task == whole.normal.task);
}

TEST_CASE("with a factor of 0 nothing varies, and the base stays") {
  const Pair whole = read(text());
  const Pair fixed = read(narrowed(text(), 0));
  CHECK(fixed.family.parameters.empty());
  CHECK(fixed.normal.dx_m == Range{});
  CHECK(fixed.normal.task == whole.normal.task);
  CHECK(fixed.novel.task == whole.novel.task);
}

namespace {

FoundFamily found(const std::string& pair_text, const std::string& file, int members) {
  const Prover prover(parse_pair_json(pair_text, file, numbers().catalogue), novelties(), numbers());
  return find_family(pair_text, file, prover, novelties(), numbers(), members, 3);
}

}  // namespace

TEST_CASE("a shipped family passes its audit as it is, and a novelty that changes nothing never does") {
  CHECK(found(text(), "good", 2).ranges == 1);
  const Pair base = read(text());
  Injected idle{.task = base.normal.task};
  ForceField far{.name = "force_field", .force_n = {1, 0}, .on = {.birds_above_mps = 0}};
  far.region = Box{{15, 12}, {0.1, 0.1}, 0};
  idle.task.novelties.push_back(
      {.name = "idle", .undo = {{.remove_effect = static_cast<int>(idle.task.effects.size())}}});
  idle.task.effects.emplace_back(far);
  const FoundFamily none = found(injected_pair_json(base, idle, "idle", numbers().catalogue), "idle", 2);
  CHECK(none.failed == "novelty_touched");
  CHECK(none.ranges == 1.0 / 16);
}

TEST_CASE("a family is refused whose members the usual proof would not take") {
  const std::string relations = read_file(NOVPHY_SOURCE_DIR "/levels/templates/rolling/relations.json");
  const FoundFamily refused = found(narrowed(relations, 0.25), "relations", 4);
  CHECK((refused.ranges < 1 || refused.failed == "witness: rule_wins"));
}

TEST_CASE("without members only the base is proved, once, with nothing that varies") {
  const FoundFamily fixed = found(text(), "good", 0);
  CHECK(fixed.failed == "");
  CHECK(fixed.ranges == 1);
  CHECK(fixed.text == narrowed(text(), 0));
}

TEST_CASE("a drawn base has other numbers and decoys, and depends on its random numbers alone") {
  const Pair shipped = known("rolling/agents");
  const auto drawn = [&](std::uint64_t seed) {
    Rng rng = Rng::stream(seed, "test");
    return with_drawn_base(shipped, numbers().catalogue, rng);
  };
  CHECK(drawn(1) == drawn(1));
  const Task before = shipped.normal.task;
  const Task after = read(drawn(1)).normal.task;
  const std::size_t decoys = after.objects.size() - before.objects.size();
  CHECK((decoys >= 2 && decoys <= 8 && decoys % 2 == 0));
  CHECK(after.objects.back().material == "stone");
}
