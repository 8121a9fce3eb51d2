#include "generator/variation.h"

#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "levels/overlap.h"
#include "tests/generator/known.h"

using namespace novphy;

namespace {

/// A block that stands free or in a slab, by the parameter `x`.
Pair sometimes_in_a_slab() {
  const char* text = R"({
    "novphy_pair": 1, "novelty": "objects", "scenario": "rolling",
    "parameters": {"x": {"base": 0, "range": [-1, 1]}},
    "common": {"birds": ["red"], "objects": [
      {"type": "platform", "at": [2, 0], "size": [2, 2]},
      {"type": "square_small", "material": "wood", "at": ["=x", 0]},
      {"type": "pig_small", "at": [8, -3.3]}]},
    "normal": {}, "novel": {}})";
  return parse_pair_json(text, "slab", worlds::catalogue());
}

}  // namespace

TEST_CASE("a draw whose objects overlap is rejected and counted, and the next one is taken") {
  const VariationMaker maker(sometimes_in_a_slab(), {.proof = Proof::kNone, .most_distractors = 0},
                             numbers());
  int rejected = 0;
  for (int i = 0; i < 20; ++i) {
    const Made made = maker.make(false, i);
    REQUIRE(made.sides.size() == 1);
    CHECK(check_overlaps(made.sides[0].task, worlds::catalogue()).empty());
    for (const auto& [check, count] : made.rejected) {
      CHECK(check == "valid_start");
      rejected += count;
    }
    CHECK(made.sides[0].draws == 1 + (made.rejected.empty() ? 0 : made.rejected.at("valid_start")));
  }
  CHECK(rejected > 0);
}
