#include "agents/physicist/proposals.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "agents/physicist/law_search.h"
#include "tests/physicist/played.h"

using namespace novphy;

namespace {

Task with_effect(Effect effect) {
  Task task = played::shelf();
  task.effects.push_back(std::move(effect));
  return task;
}

Episode high_throw(const Task& truth) { return played::thrown(truth, aimed(radians(55), 1), 4); }

std::vector<WeightedLaw> proposed(const Episode& episode, const Simulator& simulator = played::simulator()) {
  return proposals(episode.tracks, {}, surroundings_of(episode, simulator), 5, simulator);
}

ForceField best_field(const Episode& episode) {
  const std::vector<WeightedLaw> laws = proposed(episode);
  REQUIRE_FALSE(laws.empty());
  INFO(text(laws.front().law));
  const auto* field = law_in<ForceField>(laws.front().law.changes.front());
  REQUIRE(field);
  return *field;
}

}  // namespace

TEST_CASE("the ways of a normal world propose nothing") {
  CHECK(proposed(high_throw(played::shelf())).empty());
  CHECK_FALSE(any_strange(high_throw(played::shelf()).tracks, {}, worlds::catalogue()));
}

TEST_CASE("drag is proposed as a force against the velocity") {
  const ForceField drag{.per_mps = {{-0.4, 0}, {0, -0.4}}, .on = played::kBirds};
  const ForceField found = best_field(high_throw(with_effect(drag)));
  CHECK(found.per_mps.x.x == Approx(-0.4).epsilon(0.15));
  CHECK(found.per_mps.y.y == Approx(-0.4).epsilon(0.15));
  CHECK(length(found.force_n) < 0.5);
}

TEST_CASE("a push across the way is proposed as such") {
  const ForceField swerve{.per_mps = {{0, 0.8}, {-0.8, 0}}, .on = played::kBirds};
  const ForceField found = best_field(high_throw(with_effect(swerve)));
  CHECK(found.per_mps.x.y == Approx(0.8).epsilon(0.15));
  CHECK(found.per_mps.y.x == Approx(-0.8).epsilon(0.15));
}

TEST_CASE("a pull to an object within a radius is proposed with its strength, its radius and its object") {
  Task truth = played::shelf();
  truth.objects.push_back({.type = "platform", .at_m = {-4, 3}, .size_m = Vec2{0.4, 0.4}});
  truth.effects.push_back(ForceField{.object = 2,
                                     .region = Box{.size_m = {5, 5}},
                                     .round = true,
                                     .by_centre = true,
                                     .per_m = {{-6, 0}, {0, -6}},
                                     .on = played::kBirds});
  const Episode episode = played::thrown(truth, aimed(radians(45), 1), 4);
  const std::vector<WeightedLaw> laws = proposed(episode);
  REQUIRE_FALSE(laws.empty());
  INFO(text(laws.front().law));
  const auto& change = std::get<EffectChange>(laws.front().law.changes.front());
  const auto* field = std::get_if<ForceField>(&change.effect);
  REQUIRE(field);
  REQUIRE(field->region);
  CHECK(change.at.look == "platform");
  CHECK(field->per_m.x.x == Approx(-6).epsilon(0.2));
  CHECK(field->region->size_m.x == Approx(5).epsilon(0.15));
}

TEST_CASE(
    "of a weak pull the form without further numbers is the most probable, and its numbers are better") {
  Task truth = played::shelf();
  truth.objects.push_back({.type = "platform", .at_m = {-4, 3}, .size_m = Vec2{0.4, 0.4}});
  truth.effects.push_back(ForceField{.object = 2,
                                     .region = Box{.size_m = {9, 9}},
                                     .round = true,
                                     .by_centre = true,
                                     .per_m = {{-2, 0}, {0, -2}},
                                     .on = played::kBirds});
  const std::vector<WeightedLaw> laws = proposed(played::thrown(truth, aimed(radians(60), 1), 4));
  REQUIRE_FALSE(laws.empty());
  INFO(text(laws.front().law));
  const auto* field = law_in<ForceField>(laws.front().law.changes.front());
  REQUIRE(field);
  CHECK(field->force_n == Vec2{});
  CHECK(field->per_mps == Matrix2{});
  CHECK(field->per_m.x.x == Approx(-2).epsilon(0.1));
  CHECK(field->region->size_m.x == Approx(9).epsilon(0.04));
}

TEST_CASE("a launch that goes elsewhere proposes another launch") {
  Task truth = played::shelf();
  truth.slingshot.turn_rad = radians(12);
  const std::vector<WeightedLaw> laws = proposed(high_throw(truth));
  REQUIRE_FALSE(laws.empty());
  INFO(text(laws.front().law));
  const auto* launch = std::get_if<LaunchLaw>(&laws.front().law.changes.front());
  REQUIRE(launch);
  CHECK(launch->turn_rad == Approx(radians(12)).epsilon(0.05));
}

TEST_CASE("a bird that goes on from another place is explained by a portal") {
  const Portal portal{.region = {.centre_m = {-8, 1.5}, .size_m = {2, 2}}, .to_m = {-1, 3}};
  const Episode episode = played::thrown(with_effect(portal), aimed(radians(40), 1), 4);
  const Law law = find_laws({episode}, 0, {}, 400, played::simulator()).front().law;
  INFO(text(law));
  const auto* found = law.changes.empty() ? nullptr : law_in<Portal>(law.changes.front());
  REQUIRE(found);
  CHECK(length(found->to_m - found->region.centre_m - (portal.to_m - portal.region.centre_m)) < 0.7);
}

TEST_CASE("without proposals, forces that no hypothesis has are not found") {
  const ForceField drag{.per_mps = {{-0.4, 0}, {0, -0.4}}, .on = played::kBirds};
  Simulator bare = played::simulator();
  bare.proposals = false;
  for (const WeightedLaw& each : proposed(high_throw(with_effect(drag)), bare))
    if (const auto* field = law_in<ForceField>(each.law.changes.front())) CHECK(field->per_mps == Matrix2{});
}

TEST_CASE("throws before the world changed tell nothing of where a force acts") {
  const Task usual = played::shelf();
  Task truth = usual;
  ForceField pull{.object = 1, .region = Box{.size_m = {7, 7}}, .round = true, .by_centre = true};
  pull.per_m = {{-8, 0}, {0, -8}};
  pull.on = played::kBirds;
  truth.effects.push_back(pull);
  std::vector<BodyTrack> tracks;
  for (const double angle_deg : {28, 33, 38, 43, 48})  // these come as near the pig
    append(tracks, played::thrown(usual, aimed(radians(angle_deg), 1), 2).tracks);
  const Episode episode = played::thrown(truth, aimed(radians(40), 1), 2);
  append(tracks, episode.tracks);
  const std::vector<WeightedLaw> laws =
      proposals(tracks, {}, surroundings_of(episode, played::simulator()), 5, played::simulator());
  REQUIRE_FALSE(laws.empty());
  INFO(text(laws.front().law));
  const auto* field = law_in<ForceField>(laws.front().law.changes.front());
  REQUIRE(field);
  CHECK(field->round);
  CHECK(field->per_m.x.x == Approx(-8).epsilon(0.15));
  CHECK(field->region->size_m.x == Approx(7).epsilon(0.1));
}

TEST_CASE("numbers that are a little wrong are refitted") {
  const Episode episode = high_throw(with_effect(ForceField{.force_n = {1.5, 0.5}, .on = played::kBirds}));
  const Law wrong{{EffectChange{.effect = ForceField{.force_n = {1.2, 0.6}, .on = played::kBirds}}}};
  const Surroundings here = surroundings_of(episode, played::simulator());
  const Law better = refitted(wrong, episode.tracks, here, played::simulator());
  const auto* force = law_in<ForceField>(better.changes.front());
  CHECK(length(force->force_n - Vec2{1.5, 0.5}) < 0.1);
}
