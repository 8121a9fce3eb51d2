#include <catch2/catch.hpp>
#include <vector>

#include "agents/physicist/grammar.h"
#include "agents/physicist/start_laws.h"
#include "tests/physicist/played.h"

using namespace novphy;

namespace {

constexpr std::size_t kClueBall = 1;
constexpr std::size_t kClueFan = 2;
constexpr std::size_t kClueBird = 3;
constexpr std::size_t kClueFrame = 2;

/// A wood ball that was seen half a metre off at frame 2, beside a fan. The bird is off, too.
Episode with_ball(Vec2 off_m) {
  Task task = played::shelf();
  task.objects[1] = {.type = "circle", .material = "wood", .at_m = {2, -0.425}};
  task.objects.push_back({.type = "fan", .at_m = {3, -0.3}});
  Episode episode = first_frames(played::thrown(task, played::at_shelf(), 2), 6);
  for (const std::size_t thing : {kClueBall, kClueBird})
    *episode.seen[kClueFrame][thing] = *episode.seen[kClueFrame][thing] + off_m;
  return episode;
}

bool is_told_by(const LawChange& change, std::size_t thing = kClueBall, Vec2 off_m = {-0.5, 0}) {
  const Episode episode = with_ball(off_m);
  return Clue(episode, thing, kClueFrame, episode.usual, worlds::catalogue()).may_follow_from({{change}});
}

ForceLaw pushing(Who on, Vec2 force_n, ForceRegion where = {}) {
  return {.on = std::move(on), .where = std::move(where), .force_n = force_n};
}

const Who kAllBlocks{.blocks = true};

}  // namespace

TEST_CASE("a push follows from forces on that thing that do not point against it") {
  CHECK(is_told_by(pushing(kAllBlocks, {-3, 0})));
  CHECK(is_told_by(pushing(kAllBlocks, {-3, 3})));
  CHECK(is_told_by(pushing(kAllBlocks, {0, 3})));  // upwards, so that it slides farther
  CHECK_FALSE(is_told_by(pushing(kAllBlocks, {3, 3})));
  CHECK_FALSE(is_told_by(pushing(kAllBlocks, {3, 0})));
  CHECK(is_told_by(pushing({.blocks = true, .material = "wood"}, {-3, 0})));
  CHECK_FALSE(is_told_by(pushing({.blocks = true, .material = "stone"}, {-3, 0})));
  CHECK_FALSE(is_told_by(pushing({.blocks = true, .look = "wood_square_small"}, {-3, 0})));
  CHECK_FALSE(is_told_by(pushing({.birds = true, .pigs = true}, {-3, 0})));
}

TEST_CASE("a force in a part of the world must act where the thing was") {
  using Kind = ForceRegion::Kind;
  const auto left_of = [](double x_m) {
    return ForceRegion{.kind = Kind::kHalfPlane, .at_m = -x_m, .side_rad = radians(180)};
  };
  CHECK(is_told_by(pushing(kAllBlocks, {-3, 0}, left_of(4))));
  CHECK_FALSE(is_told_by(pushing(kAllBlocks, {-3, 0}, left_of(0))));
  const auto box = [](Vec2 size_m) {
    return ForceRegion{.kind = Kind::kBoxAt, .look = "fan", .size_m = size_m};
  };
  CHECK(is_told_by(pushing(kAllBlocks, {-3, 0}, box({4, 1.6}))));
  CHECK_FALSE(is_told_by(pushing(kAllBlocks, {-3, 0}, box({0.5, 4}))));
  CHECK_FALSE(
      is_told_by(pushing(kAllBlocks, {-3, 0}, {.kind = Kind::kDiscAt, .look = "pig_small", .radius_m = 9})));
}

TEST_CASE("pulls draw towards their object, or push away from it") {
  const auto pull = [](double strength, double radius_m, std::string repels = "") {
    return PullLaw{.on = kAllBlocks,
                   .look = "fan",
                   .radius_m = radius_m,
                   .strength_n_per_m = strength,
                   .repels = std::move(repels)};
  };
  CHECK(is_told_by(pull(-2, 2)));
  CHECK_FALSE(is_told_by(pull(2, 2)));
  CHECK(is_told_by(pull(2, 2, "wood")));
  CHECK_FALSE(is_told_by(pull(2, 2, "stone")));
  CHECK_FALSE(is_told_by(pull(-2, 0.2)));
}

TEST_CASE("gravity pushes everything, a launch the bird alone, other matter whatever it is about") {
  CHECK(is_told_by(GravityLaw{{-3, -9.81}}));
  CHECK_FALSE(is_told_by(GravityLaw{{3, -9.81}}));
  CHECK(is_told_by(GravityLaw{{0, -20}}, kClueBall, {0, -0.5}));
  CHECK(is_told_by(GravityLaw{{0, -20}}, kClueBird, {0, -0.5}));
  CHECK_FALSE(is_told_by(LaunchLaw{.speed_factor = 2}));
  CHECK(is_told_by(LaunchLaw{.speed_factor = 2}, kClueBird));
  MatterLaw heavy{.of = kAllBlocks};
  heavy.factors.mass = 5;
  CHECK(is_told_by(heavy));
  CHECK_FALSE(is_told_by(heavy, kClueBird));
  CHECK(is_told_by(pushing({.birds = true}, {-3, 0}), kClueBird));
  CHECK_FALSE(is_told_by(pushing({.blocks = true, .pigs = true}, {-3, 0}), kClueBird));
}

TEST_CASE("of two things that look alike, only laws about the one that was pushed explain it") {
  Task task = played::shelf();
  task.objects[1] = {.type = "circle", .material = "wood", .at_m = {2, -0.425}};
  task.objects.push_back({.type = "circle", .material = "wood", .at_m = {3, -0.425}});
  Episode episode = first_frames(played::thrown(task, played::at_shelf(), 2), 6);
  *episode.seen[kClueFrame][kClueBall] = *episode.seen[kClueFrame][kClueBall] + Vec2{-0.5, 0};
  const Clue clue(episode, kClueBall, kClueFrame, episode.usual, worlds::catalogue());
  const auto follows_from = [&](Which which) {
    const Who who{.blocks = true, .look = "wood_circle", .which = which};
    const bool heavy = clue.may_follow_from({{MatterLaw{.of = who, .factors = {.mass = 5}}}});
    CHECK(clue.may_follow_from({{pushing(who, {-3, 0})}}) == heavy);
    return heavy;
  };
  CHECK(follows_from(Which::kEach));
  CHECK(follows_from(Which::kLeftmost));
  CHECK_FALSE(follows_from(Which::kRightmost));
}

TEST_CASE("a thing that is gone tells whom the law acts on, but no direction") {
  Episode episode = with_ball({});
  episode.seen[kClueFrame][kClueBall].reset();
  const Clue clue(episode, kClueBall, kClueFrame, episode.usual, worlds::catalogue());
  CHECK(clue.may_follow_from({{pushing(kAllBlocks, {0, 3})}}));
  CHECK_FALSE(clue.may_follow_from({{pushing({.pigs = true}, {0, 3})}}));
}

TEST_CASE("laws are kept that one of the clues may follow from, or all without a clue") {
  const Episode episode = with_ball({-0.5, 0});
  const std::vector<Law> laws{{}, {{pushing(kAllBlocks, {-3, 0})}}, {{pushing(kAllBlocks, {3, 0})}}};
  const Clue clue(episode, kClueBall, kClueFrame, episode.usual, worlds::catalogue());
  const Clue of_fan(episode, kClueFan, kClueFrame, episode.usual, worlds::catalogue());
  CHECK(that_explain({of_fan, clue}, laws) == std::vector<Law>{laws[1]});
  CHECK(that_explain({}, laws) == laws);
}
