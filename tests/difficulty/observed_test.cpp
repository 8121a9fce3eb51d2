#include "generator/difficulty/observed.h"

#include <catch2/catch.hpp>

#include "tests/difficulty/scenes.h"

using namespace novphy;
using namespace novphy::scenes;

namespace {

const NormalSceneModel& model() {
  static const NormalSceneModel kSights(normal_scenes(0, 40), normal_scenes(40, 50), {});
  return kSights;
}

const SceneDegree& of(const SceneDegrees& degrees, std::string_view dimension) {
  for (std::size_t d = 0; d < kSeenDimensions.size(); ++d)
    if (kSeenDimensions[d] == dimension) return degrees[d];
  throw std::invalid_argument("no such dimension");
}

}  // namespace

TEST_CASE("a scene like the normal ones is hard to tell by any dimension") {
  const SceneDegrees degrees = model().judge(normal_scene(1));
  CHECK(of(degrees, "colour").difficulty.value.value() > 0.9);
  CHECK(of(degrees, "shape").difficulty.value.value() > 0.8);
  CHECK(of(degrees, "rotation").difficulty.value.value() == Approx(0.682689).margin(1e-5));  // one sigma
  CHECK(of(degrees, "location").difficulty.value.value() ==
        Approx(0.75));  // half of the states: (1 + 0.5) / 2
}

TEST_CASE("an object of a new colour lowers colour and decides") {
  SeenScene scene = normal_scene(0);
  scene.push_back(thing(7, 300, 100, 20, 20, kBlue));
  const SceneDegrees degrees = model().judge(scene);
  CHECK(of(degrees, "colour").difficulty.value.value() < 0.3);
  CHECK(of(degrees, "colour").deciders == std::vector{7});
  CHECK(of(degrees, "colour").judged == 3);
  CHECK(of(degrees, "shape").difficulty.value.value() > 0.7);
}

TEST_CASE("a turned slab lowers rotation, a new place lowers location, a new shape lowers shape") {
  SeenScene turned = normal_scene(0);
  turned[0] = thing(0, 100, 100, 10, 40, kRed);
  CHECK(of(model().judge(turned), "rotation").difficulty.value.value() < 0.01);
  SeenScene moved = normal_scene(0);
  moved[0] = thing(0, 600, 100, 40, 10, kRed);
  const SceneDegrees there = model().judge(moved);
  CHECK(of(there, "location").difficulty.value.value() < 0.5);
  CHECK(of(there, "location").deciders == std::vector{0, 1});
  CHECK(of(there, "location").why.find("red slab") != std::string::npos);
  SeenScene shaped = normal_scene(0);
  shaped[1] = thing(1, 200, 100, 300, 200, kGreen);
  CHECK(of(model().judge(shaped), "shape").difficulty.value.value() < 0.4);
}

TEST_CASE("labels of the judged scene change nothing") {
  SeenScene mislabelled = normal_scene(1);
  for (SceneObject& each : mislabelled) each.colour_class = each.shape_class = "nonsense";
  const SceneDegrees plain = model().judge(normal_scene(1));
  const SceneDegrees other = model().judge(mislabelled);
  for (std::size_t d = 0; d < plain.size(); ++d) CHECK(plain[d].difficulty == other[d].difficulty);
}

TEST_CASE("what cannot be judged is undefined with its reason, and counted, not 0") {
  const SceneDegrees none = model().judge({});
  for (const SceneDegree& degree : none) CHECK(degree.difficulty.undefined == "nothing to judge");
  const SceneDegrees one = model().judge({normal_scene(0)[0]});
  CHECK(of(one, "location").difficulty.undefined == "nothing to judge");
  CHECK(of(one, "colour").difficulty.value);
  const SceneDegrees twins = model().judge({normal_scene(0)[0], normal_scene(1)[0]});
  CHECK(of(twins, "location").difficulty.undefined == "the two classes were seen together too rarely");
  CHECK(of(twins, "location").undefined.begin()->second == 1);
  ObservedNumbers literal;
  literal.least_states = 0;
  const NormalSceneModel to_the_letter(normal_scenes(0, 40), normal_scenes(40, 50), literal);
  const SceneDegrees unseen = to_the_letter.judge({normal_scene(0)[0], normal_scene(1)[0]});
  CHECK(of(unseen, "location").difficulty.value == 0.0);
  const NormalSceneModel blind(std::vector<SeenScene>{}, std::vector<SeenScene>{}, {});
  CHECK(of(blind.judge(normal_scene(0)), "colour").difficulty.undefined ==
        "no class of the normal tasks has two examples");
  CHECK_FALSE(of(blind.judge(normal_scene(0)), "location").difficulty.value);
}
