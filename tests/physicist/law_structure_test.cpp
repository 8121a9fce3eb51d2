#include <catch2/catch.hpp>
#include <string>
#include <variant>
#include <vector>

#include "agents/physicist/hypotheses.h"
#include "agents/physicist/posterior.h"
#include "tests/physicist/played.h"

using namespace novphy;
using namespace novphy::played;

namespace {

Law weather(Vec2 force_n, const Targets& on = kBirds) { return {{pushing(on, force_n)}}; }

Law at(const std::string& look, Vec2 force_n) { return {{pushing(kBirds, force_n, in_disc({look}, 2.5))}}; }

WeightedLaw as_likely(Law law, double log_likelihood, double nats = 10) {
  return {.law = std::move(law), .log_likelihood = log_likelihood, .complexity = nats};
}

}  // namespace

TEST_CASE("laws that differ in numbers alone have one structure") {
  CHECK(structure_of(weather({1, 0})) == structure_of(weather({0, -5})));
  CHECK(structure_of(weather({1, 0})) != structure_of(weather({1, 0}, kBlocks)));
  CHECK(structure_of(at("fan", {1, 0})) != structure_of(at("platform", {1, 0})));
  CHECK(structure_of(weather({1, 0})) == structure_of(weather({3, 3})));
  CHECK(structure_of(weather({1, 0})) != structure_of(at("fan", {1, 0})));
}

TEST_CASE("a force on birds may be one on other bodies, too") {
  const std::vector<Law> all = for_all_bodies(at("fan", {1, 0}));
  REQUIRE(all.size() == 4);
  CHECK(all[0] == at("fan", {1, 0}));
  std::vector<Targets> whom;
  for (const Law& law : all) {
    const auto& force = *law_in<ForceField>(law.changes.at(0));
    CHECK(named_looks(law) == std::vector<std::string>{"fan"});
    CHECK(force.force_n == Vec2{1, 0});
    whom.push_back(force.on);
  }
  CHECK(whom == std::vector<Targets>{kBirds,
                                     {.birds_above_mps = 0, .blocks_above_mps = 0},
                                     {.birds_above_mps = kMovingMps, .blocks_above_mps = kMovingMps},
                                     kAll});
  const Law red{{only_on({"bird_red"}, pushing(kBirds, {1, 0}))}};
  CHECK(for_all_bodies(red) == std::vector<Law>{red});
  CHECK(for_all_bodies(weather({1, 0}, kBlocks)).size() == 1);
  CHECK(for_all_bodies(Law{}) == std::vector<Law>{Law{}});
}

TEST_CASE("when there are too many laws, each structure keeps as many, from all over their numbers") {
  std::vector<Law> laws;
  for (int i = 1; i <= 20; ++i) laws.push_back(weather({1.0 * i, 0}));
  laws.push_back(at("fan", {1, 0}));
  laws.push_back(at("fan", {2, 0}));
  CHECK(spread_over_structures(laws, 22) == laws);
  const std::vector<Law> few = spread_over_structures(laws, 4);
  REQUIRE(few.size() == 4);
  CHECK(few[2] == laws[20]);
  CHECK(few[3] == laws[21]);
  const double apart =
      law_in<ForceField>(few[1].changes[0])->force_n.x - law_in<ForceField>(few[0].changes[0])->force_n.x;
  CHECK(apart >= 5);
}

TEST_CASE("among equals, simple laws come first, and before them those about something suspect") {
  const Screening screening({"fan"});
  std::vector<WeightedLaw> laws{as_likely(weather({1, 0}), 5, 12), as_likely(weather({2, 0}), 5, 10),
                                as_likely(at("fan", {1, 0}), 5, 20), as_likely(weather({3, 0}), 50, 20)};
  screening.sort(laws);
  CHECK(laws_of(laws) ==
        std::vector<Law>{weather({3, 0}), at("fan", {1, 0}), weather({2, 0}), weather({1, 0})});
}

TEST_CASE("a search starts once for each structure, and for novel things with forces that are far apart") {
  const Screening screening({"fan"});
  const std::vector<WeightedLaw> sorted{as_likely(at("fan", {4, 0}), 9),  as_likely(at("fan", {5, 1}), 8),
                                        as_likely(weather({1, 0}), 7),    as_likely(weather({-1, 0}), 6),
                                        as_likely(at("fan", {0, 4}), 5),  as_likely(at("fan", {40, 0}), 4),
                                        as_likely(at("fan", {-4, 0}), 3), as_likely(at("pig", {1, 0}), 2)};
  CHECK(screening.starts(sorted, 2) ==
        std::vector<Law>{at("fan", {4, 0}), weather({1, 0}), at("fan", {0, 4}), at("fan", {40, 0})});
}

TEST_CASE("a force on birds is tried on blocks, with an exception of one material") {
  const Law law = at("fan", {3, 0});
  const std::vector<Law> laws = with_exceptions(law, {"wood", "ice"});
  REQUIRE(laws.size() == 4);  // the other way, or not at all
  for (const Law& each : laws) {
    REQUIRE(each.changes.size() == 2);
    const auto* all = law_in<ForceField>(each.changes[0]);
    CHECK(all->on == Targets{.birds_above_mps = 0, .blocks_above_mps = 0});
    CHECK(for_all_bodies(each) == std::vector<Law>{each});
    CHECK(complexity(each) < complexity(law) + 4);
  }
  const auto* wood = law_in<ForceField>(laws[0].changes[1]);
  CHECK(wood->on.material == "wood");
  CHECK(wood->force_n == Vec2{-6, 0});
  CHECK(exception_factor(laws[0].changes[1], laws[0].changes[0]) == -2);
  CHECK_FALSE(exception_factor(laws[0].changes[0], weather({1, 0}).changes[0]));
  CHECK(with_exceptions(weather({1, 0}, kBlocks), {"wood"}).empty());
  for (const Law& near : neighbours(laws[0], 0.5))
    CHECK(exception_factor(near.changes[1], near.changes[0]) == -2);
}

TEST_CASE(
    "a force on birds' middles is tried as one on each collider of which any part is in a smaller region") {
  Law law = at("fan", {3, 0});
  law_in<ForceField>(law.changes.front())->by_centre = false;
  CHECK(by_colliders(law, 0.2, 2).empty());
  law_in<ForceField>(law.changes.front())->by_centre = true;
  const double size_m = law_in<ForceField>(law.changes.front())->region->size_m.x;
  const std::vector<Law> laws = by_colliders(law, 0.2, 2);
  REQUIRE(laws.size() == 1);
  const auto* force = law_in<ForceField>(laws.front().changes.front());
  CHECK_FALSE(force->by_centre);
  CHECK(force->per_collider);
  CHECK(force->force_n.x == Approx(1.5));
  CHECK(force->region->size_m.x == Approx(size_m - 0.4));
  CHECK(by_colliders(law, size_m, 2).empty());
}
