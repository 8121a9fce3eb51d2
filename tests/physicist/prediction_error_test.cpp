#include <catch2/catch.hpp>
#include <vector>

#include "agents/physicist/hypotheses.h"
#include "agents/physicist/law_search.h"
#include "tests/physicist/played.h"

using namespace novphy;
using namespace novphy::played;

namespace {

constexpr std::size_t kErrorBall = 1;
constexpr std::size_t kErrorFan = 2;
constexpr std::size_t kErrorBird = 3;
constexpr std::size_t kErrorFrame = 2;

/// A wood ball that was seen half a metre off at frame 2, beside a fan. The bird is off, too.
Episode with_ball(Vec2 off_m) {
  Task task = played::shelf();
  task.objects[1] = {.type = "circle", .material = "wood", .at_m = {2, -0.425}};
  task.objects.push_back({.type = "fan", .at_m = {3, -0.3}});
  Episode episode = first_frames(played::thrown(task, played::at_shelf(), 2), 6);
  for (const std::size_t thing : {kErrorBall, kErrorBird})
    *episode.seen[kErrorFrame][thing] = *episode.seen[kErrorFrame][thing] + off_m;
  return episode;
}

bool may_cause(const LawChange& change, std::size_t thing = kErrorBall, Vec2 off_m = {-0.5, 0}) {
  const Episode episode = with_ball(off_m);
  return PredictionError(episode, thing, kErrorFrame, episode.usual, worlds::catalogue())
      .may_result_from({{change}});
}

}  // namespace

TEST_CASE("a push follows from forces on that thing that do not point against it") {
  CHECK(may_cause(pushing(kBlocks, {-3, 0})));
  CHECK(may_cause(pushing(kBlocks, {-3, 3})));
  CHECK(may_cause(pushing(kBlocks, {0, 3})));  // upwards, so that it slides farther
  CHECK_FALSE(may_cause(pushing(kBlocks, {3, 3})));
  CHECK_FALSE(may_cause(pushing(kBlocks, {3, 0})));
  CHECK(may_cause(pushing({.blocks_above_mps = 0, .material = "wood"}, {-3, 0})));
  CHECK_FALSE(may_cause(pushing({.blocks_above_mps = 0, .material = "stone"}, {-3, 0})));
  CHECK_FALSE(may_cause(only_on({"wood_square_small"}, pushing(kBlocks, {-3, 0}))));
  CHECK_FALSE(may_cause(pushing({.birds_above_mps = 0, .pigs_above_mps = 0}, {-3, 0})));
}

TEST_CASE("a force in a part of the world must act where the thing was") {
  const auto left_of = [](double x_m) { return in_half_plane(-x_m, 180); };
  CHECK(may_cause(pushing(kBlocks, {-3, 0}, left_of(4))));
  CHECK_FALSE(may_cause(pushing(kBlocks, {-3, 0}, left_of(0))));
  CHECK(may_cause(pushing(kBlocks, {-3, 0}, in_box({"fan"}, {4, 1.6}))));
  CHECK_FALSE(may_cause(pushing(kBlocks, {-3, 0}, in_box({"fan"}, {0.5, 4}))));
  CHECK_FALSE(may_cause(pushing(kBlocks, {-3, 0}, in_disc({"pig_small"}, 9))));
}

TEST_CASE("pulls draw towards their object, or push away from it") {
  const auto pull = [](double strength, double radius_m, const std::string& repels = "") {
    return pulling(kBlocks, {"fan"}, radius_m, strength, repels);
  };
  CHECK(may_cause(pull(-2, 2)));
  CHECK_FALSE(may_cause(pull(2, 2)));
  CHECK(may_cause(pull(2, 2, "wood")));
  CHECK_FALSE(may_cause(pull(2, 2, "stone")));
  CHECK_FALSE(may_cause(pull(-2, 0.2)));
}

TEST_CASE("gravity pushes everything, a launch the bird alone, other matter whatever it is about") {
  CHECK(may_cause(GravityLaw{{-3, -9.81}}));
  CHECK_FALSE(may_cause(GravityLaw{{3, -9.81}}));
  CHECK(may_cause(GravityLaw{{0, -20}}, kErrorBall, {0, -0.5}));
  CHECK(may_cause(GravityLaw{{0, -20}}, kErrorBird, {0, -0.5}));
  CHECK_FALSE(may_cause(LaunchLaw{.speed_factor = 2}));
  CHECK(may_cause(LaunchLaw{.speed_factor = 2}, kErrorBird));
  const EffectChange heavy = differing({.blocks = true}, {.mass = 5});
  CHECK(may_cause(heavy));
  CHECK_FALSE(may_cause(heavy, kErrorBird));
  CHECK(may_cause(pushing(kBirds, {-3, 0}), kErrorBird));
  CHECK_FALSE(may_cause(pushing({.blocks_above_mps = 0, .pigs_above_mps = 0}, {-3, 0}), kErrorBird));
}

TEST_CASE("of two things that look alike, only laws about the one that was pushed explain it") {
  Task task = played::shelf();
  task.objects[1] = {.type = "circle", .material = "wood", .at_m = {2, -0.425}};
  task.objects.push_back({.type = "circle", .material = "wood", .at_m = {3, -0.425}});
  Episode episode = first_frames(played::thrown(task, played::at_shelf(), 2), 6);
  *episode.seen[kErrorFrame][kErrorBall] = *episode.seen[kErrorFrame][kErrorBall] + Vec2{-0.5, 0};
  const PredictionError error(episode, kErrorBall, kErrorFrame, episode.usual, worlds::catalogue());
  const auto follows_from = [&](Selector which) {
    const ObjectName ball{"wood_circle", which};
    const bool heavy = error.may_result_from({{only_on(ball, differing({.blocks = true}, {.mass = 5}))}});
    CHECK(error.may_result_from({{only_on(ball, pushing(kBlocks, {-3, 0}))}}) == heavy);
    return heavy;
  };
  CHECK(follows_from(Selector::kEach));
  CHECK(follows_from(Selector::kLeftmost));
  CHECK_FALSE(follows_from(Selector::kRightmost));
}

TEST_CASE("a thing that is gone tells whom the law acts on, but no direction") {
  Episode episode = with_ball({});
  episode.seen[kErrorFrame][kErrorBall].reset();
  const PredictionError error(episode, kErrorBall, kErrorFrame, episode.usual, worlds::catalogue());
  CHECK(error.may_result_from({{pushing(kBlocks, {0, 3})}}));
  CHECK_FALSE(error.may_result_from({{pushing({.pigs_above_mps = 0}, {0, 3})}}));
}

TEST_CASE("laws are kept that may cause one of the errors, or all without an error") {
  const Episode episode = with_ball({-0.5, 0});
  const std::vector<Law> laws{{}, {{pushing(kBlocks, {-3, 0})}}, {{pushing(kBlocks, {3, 0})}}};
  const PredictionError error(episode, kErrorBall, kErrorFrame, episode.usual, worlds::catalogue());
  const PredictionError of_fan(episode, kErrorFan, kErrorFrame, episode.usual, worlds::catalogue());
  CHECK(that_explain({of_fan, error}, laws) == std::vector<Law>{laws[1]});
  CHECK(that_explain({}, laws) == laws);
}
