#include <catch2/catch.hpp>

#include "generator/difficulty/pair_difficulty.h"
#include "generator/variation.h"
#include "tests/generator/known.h"

using namespace novphy;

namespace {

Pair pink_pig() {
  return read_pair(NOVPHY_SOURCE_DIR "/levels/templates/single_force/objects.json", worlds::catalogue());
}

Made made_with(const DifficultyWish& wish, bool novel = true) {
  VariationOptions options{.seed = 3, .proof = Proof::kNone};
  options.judge = difficulty_judge(wish, worlds::assets(), {});
  return VariationMaker(pink_pig(), options, numbers()).make(novel, 0);
}

}  // namespace

TEST_CASE("a wish for a reachable difficulty of detection is met, and measured again it lies there") {
  const DifficultyWish wish{.detect = Range{0, 0.4}, .normal_tasks = 20};
  const Made made = made_with(wish);
  REQUIRE(made.sides.size() == 1);
  const std::vector<Task> tasks = draw_side(pink_pig(), false, 20, 1, numbers());
  const NormalSide normal = normal_side(tasks, worlds::assets(), {});
  const auto scenes = scenes_of({made.sides[0].task}, worlds::assets(), false, {});
  CHECK(seen_together(normal.model.judge(scenes[0])).value.value() <= 0.4);
}

TEST_CASE("a wish that the template cannot reach is told with the side on which draws fail") {
  const Made made = made_with({.detect = Range{0.95, 1}, .normal_tasks = 20});
  CHECK(made.sides.empty());
  CHECK(made.rejected.at("detect below 0.95") >= 90);
  CHECK_FALSE(made_with({.detect = Range{0.95, 1}, .normal_tasks = 20}, false).sides.empty());
}

TEST_CASE("a wish for adaptation compares the winning throws of the member") {
  const Pair pair = pink_pig();
  const auto easy = difficulty_judge({.adapt = Range{0, 0.2}, .step_deg = 6}, worlds::assets(), {});
  CHECK(easy(pair, pair).empty());  // a colour changes no throw
  const auto hard = difficulty_judge({.adapt = Range{0.5, 1}, .step_deg = 6}, worlds::assets(), {});
  CHECK(hard(pair, pair) == "adapt below 0.5");
}

TEST_CASE("a wish in words") {
  CHECK(words(DifficultyWish{}).empty());
  CHECK(words({.detect = Range{0.2, 0.5}, .adapt = Range{0, 1}}) == "detect=0.2:0.5 adapt=0:1");
}
