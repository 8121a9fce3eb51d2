#include "agents/physicist/law_search.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "agents/physicist/posterior.h"
#include "agents/physicist/proposals.h"
#include "tests/physicist/played.h"

using namespace novphy;

namespace {

constexpr int kSearchPlays = 50;

Task with_fall(double gravity_mps2) {
  Task task = played::shelf();
  task.gravity_mps2.y = -gravity_mps2;
  return task;
}

/// The shelf behind air turbulence, which birds fly through.
Task with_air(Vec2 force_n) {
  Task task = played::shelf();
  ForceField field = std::get<ForceField>(worlds::catalogue().effects.at("air_turbulence"));
  field.region = Box{.centre_m = {-5, 1}, .size_m = {4.48, 6.4}};
  field.force_n = force_n;
  task.effects.push_back(field);
  return task;
}

std::vector<WeightedLaw> laws_after(const Task& truth, std::size_t throws,
                                    const Simulator& simulator = played::simulator(),
                                    const std::vector<Law>& known = {}) {
  std::vector<Episode> episodes{played::thrown(truth, aimed(radians(45), 1), 4)};
  if (throws == 2) episodes.push_back(played::thrown(truth, aimed(radians(30), 0.9), 4));
  const std::size_t key = throws == 2 && episodes[1].surprise > episodes[0].surprise ? 1 : 0;
  return find_laws(episodes, key, known, kSearchPlays, simulator);
}

Law first_after(const Task& truth, std::size_t throws) { return laws_after(truth, throws).front().law; }

/// The only change of the law, which must be of this kind.
template <class OneLaw>
OneLaw only(const Law& law) {
  INFO(text(law));
  REQUIRE(law.changes.size() == 1);
  REQUIRE(std::holds_alternative<OneLaw>(law.changes[0]));
  return std::get<OneLaw>(law.changes[0]);
}

/// The effect of the only change, which must be of this kind.
template <class OneLaw>
OneLaw only_effect(const Law& law) {
  const Effect effect = only<EffectChange>(law).effect;
  REQUIRE(std::holds_alternative<OneLaw>(effect));
  return std::get<OneLaw>(effect);
}

void check_within_15_percent(Vec2 found, Vec2 truth) {
  INFO(found.x << " " << found.y);
  CHECK(length(found - truth) < 0.15 * length(truth));
}

}  // namespace

TEST_CASE("in a normal world the normal law stays the first, after one throw and after two") {
  const std::vector<WeightedLaw> held = laws_after(played::shelf(), 1);
  CHECK(held.front().law == Law{});
  for (const WeightedLaw& other : std::span(held).subspan(1))
    CHECK(held.front().log_posterior() > other.log_posterior() + 5);
  CHECK(first_after(with_air({0, 1.5}), 2) == Law{});
}

TEST_CASE("another launch speed is found after one throw, and more exactly after two") {
  const auto factor = [](const Law& law) { return only<LaunchLaw>(law).speed_factor; };
  const std::vector<WeightedLaw> held = laws_after(played::shelf_with_launch(0.8), 1);
  CHECK(factor(held.front().law) == Approx(0.8).epsilon(0.1));
  const std::vector<Law> laws = laws_of(held);
  CHECK(std::count(laws.begin(), laws.end(), Law{}) == 1);
  CHECK(factor(first_after(played::shelf_with_launch(1.3), 2)) == Approx(1.3).epsilon(0.05));
}

TEST_CASE("another gravity is found") {
  check_within_15_percent(only<GravityLaw>(first_after(with_fall(5), 1)).gravity_mps2, {0, -5});
}

TEST_CASE("another force in the air turbulence is found") {
  for (const Vec2 truth_n : {Vec2{0, -6}, Vec2{-3, 0}}) {
    const auto force = only_effect<ForceField>(first_after(with_air(truth_n), 1));
    CHECK(replaces_seen(force));
    CHECK(force.on.birds_above_mps);
    check_within_15_percent(force.force_n, truth_n);
  }
}

TEST_CASE("where the bird flies as usual, what it hits tells the law: a ball five times as heavy") {
  Task truth = played::shelf();
  truth.objects[1] = {.type = "circle", .material = "wood", .at_m = {2, -0.425}};
  truth.objects[1].hidden.mass = 5;
  const std::vector<Episode> episodes{played::thrown(truth, played::at_shelf(), 4)};
  const auto found =
      only_effect<Alteration>(find_laws(episodes, 0, {}, 1500, played::simulator()).front().law);
  CHECK(found.on.blocks);
  CHECK(found.factors.mass == Approx(5).epsilon(0.15));
}

TEST_CASE("what was seen before the world changed says nothing against a law") {
  const std::vector<Episode> episodes{played::thrown(played::shelf(), aimed(radians(30), 0.9), 4),
                                      played::thrown(with_fall(5), aimed(radians(45), 1), 4)};
  const std::vector<WeightedLaw> held = find_laws(episodes, 1, {}, kSearchPlays, played::simulator());
  check_within_15_percent(only<GravityLaw>(held.front().law).gravity_mps2, {0, -5});
}

TEST_CASE(
    "a stream at an unfamiliar object is found by a ball that it carries away, though the bird flies as "
    "usual") {
  Task truth = played::shelf();
  truth.objects[0].size_m = Vec2{8, 0.4};
  truth.objects[1] = {.type = "circle", .material = "wood", .at_m = {2, -0.425}};
  truth.objects.push_back({.type = "fan", .at_m = {4.5, -0.4}});
  truth.effects.push_back(ForceField{.name = "fan",
                                     .object = 2,
                                     .region = Box{.size_m = {4, 1.6}},
                                     .by_centre = true,
                                     .force_n = {0, 40},
                                     .on = {.birds_above_mps = 0, .blocks_above_mps = 0}});
  const Episode episode = played::thrown(truth, played::at_shelf(), 4);
  REQUIRE(any_strange(episode.tracks, {}, worlds::catalogue()));
  const Law law = find_laws({episode}, 0, {}, 1500, played::simulator()).front().law;
  INFO(text(law));
  const auto found = only_effect<ForceField>(law);
  CHECK(named_looks(law) == std::vector<std::string>{"fan"});
  CHECK(found.on.blocks_above_mps);
  const Vec2 where_the_ball_enters{-1.5, 0};
  CHECK((found.force_n + found.per_m * where_the_ball_enters).y > 10);
}

TEST_CASE("a magnet is found to be one of two balls that look alike") {
  Task truth = played::shelf();
  truth.objects[0].size_m = Vec2{12, 0.4};
  truth.objects[1].at_m.x = -1;
  truth.objects.push_back({.type = "circle", .material = "wood", .at_m = {-3, -0.425}});
  truth.objects.push_back({.type = "circle", .material = "wood", .at_m = {5, -0.425}});
  truth.effects.push_back(Magnet{
      .name = "magnet", .object = 3, .radius_m = 7, .strength_n_per_m = 1.5, .on = {.birds_above_mps = 0}});
  const std::vector<Episode> episodes{played::thrown(truth, aimed(radians(40), 1), 4),
                                      played::thrown(truth, played::at_shelf(), 4)};
  REQUIRE(episodes[1].surprise > 3);
  const Law law = find_laws(episodes, 1, {}, kSearchPlays, played::simulator()).front().law;
  INFO(text(law));
  const Law of_birds{{law.changes.front()}};  // what blocks feel is told by nothing
  CHECK(only<EffectChange>(of_birds).at == ObjectName{"wood_circle", Selector::kRightmost});
  const auto pull = only_effect<ForceField>(of_birds);
  CHECK(pull.round);
  constexpr int kColliders = 2;  // of a red bird
  CHECK((pull.per_collider ? kColliders : 1) * pull.per_m.x.x < -1);
}

TEST_CASE("few laws are kept, each once, with a known one that holds up") {
  const Law known{{GravityLaw{{0, -14}}}};
  const std::vector<WeightedLaw> held = laws_after(with_fall(14), 1, played::simulator(), {known});
  CHECK(held.size() <= 9);
  CHECK(structure_of(held.front().law) == structure_of(known));
  check_within_15_percent(only<GravityLaw>(held.front().law).gravity_mps2, {0, -14});
  for (std::size_t i = 1; i < held.size(); ++i) {
    CHECK(held[i - 1].log_posterior() >= held[i].log_posterior());
    CHECK(held[i].law != held[i - 1].law);
  }
}

TEST_CASE("threads find the same laws") {
  const auto found = [](unsigned threads) {
    return laws_of(laws_after(played::shelf_with_launch(0.8), 1, played::simulator(threads)));
  };
  CHECK(found(1) == found(3));
}

TEST_CASE("weights count half of the likelihood, and laws of equal weight keep their order") {
  const Law a{{GravityLaw{}}};
  const Law b{{LaunchLaw{}}};
  std::vector<WeightedLaw> held{{a, 10, 8}, {b, 4, 5}, {{}, 2, 0}};
  CHECK(held[0].log_posterior() == -3);
  sort_by_posterior(held);
  CHECK(laws_of(held) == std::vector<Law>{{}, a, b});
}

TEST_CASE("each episode adds what it says for a law") {
  const std::vector<Episode> two{played::thrown(played::shelf(), aimed(radians(45), 1), 2),
                                 played::thrown(played::shelf(), played::at_shelf(), 2)};
  const Surroundings here = surroundings_of(two[0], played::simulator());
  const auto told = [&](std::span<const Episode> episodes) {
    return scored({{}}, episodes, {.plays = 2, .simulator = played::simulator(), .here = here})[0]
        .log_likelihood;
  };
  CHECK(told(two) == Approx(told(std::span(two).first(1)) + told(std::span(two).last(1))));
}

TEST_CASE("what birds felt is found to push the blocks of one material the other way") {
  Task truth = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {-6, -3.11}},
                                      {.type = "circle", .material = "stone", .at_m = {0, -3.11}}});
  ForceField pull{.object = 1, .region = Box{.size_m = {9, 9}}, .round = true, .by_centre = true};
  pull.per_m = {{-6, 0}, {0, -6}};
  pull.on = {.birds_above_mps = 0, .blocks_above_mps = 0};
  ForceField wood = times(-2, pull);
  wood.on = {.blocks_above_mps = 0, .material = "wood"};
  truth.effects = {pull, wood};
  ForceField of_birds = pull;
  of_birds.object = kAt;
  of_birds.on = played::kBirds;
  const Law known{{EffectChange{.effect = of_birds, .at = {"stone_circle"}}}};
  const Episode on_wood = played::thrown(truth, aimed(radians(-8), 1), 4);
  REQUIRE(on_wood.surprise > 3);
  const auto found = [&](const std::vector<Episode>& episodes, const std::vector<Law>& before) {
    return find_laws(episodes, episodes.size() - 1, before, kSearchPlays, played::simulator()).front().law;
  };
  // Whether the law of birds was known before or comes of these throws.
  for (const Law& law :
       {found({on_wood}, {known}), found({on_wood, played::thrown(truth, aimed(radians(15), 1), 4)}, {})}) {
    INFO(text(law));
    REQUIRE(law.changes.size() == 2);
    CHECK(exception_factor(law.changes[1], law.changes[0]) == -2);
    CHECK(law_in<ForceField>(law.changes[1])->on.material == "wood");
  }
}
