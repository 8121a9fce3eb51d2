#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "evaluator/difficulty/classifier.h"
#include "evaluator/difficulty/equations.h"
#include "evaluator/difficulty/outline.h"
#include "tests/evaluator/relations.h"

using namespace novphy;

namespace {

Approx nearly(double value) { return Approx(value).epsilon(0).margin(1e-9); }

Degree appearance(const std::vector<std::vector<double>>& models, double alpha) {
  std::vector<ModelVote> votes;
  for (const auto& p : models) votes.push_back(vote_of(p, {.alpha = alpha, .beta = 0.1}));
  return appearance_difficulty(votes);
}

Rings rectangle(double left, double bottom, double width, double height) {
  return {{{left, bottom}, {left + width, bottom}, {left + width, bottom + height}, {left, bottom + height}}};
}

Rings turned(const Rings& rings, double degrees, double scale = 1) {
  const double angle = degrees * std::acos(-1) / 180;
  Rings result = rings;
  for (auto& ring : result)
    for (OutlinePoint& p : ring)
      p = {scale * (p.x * std::cos(angle) - p.y * std::sin(angle)) + 3,
           scale * (p.x * std::sin(angle) + p.y * std::cos(angle)) - 7};
  return result;
}

std::string relations(const Rings& a, const Rings& b, double touch = 0) {
  return words(relations_of(Outline(a), Outline(b), {.touch = touch, .distances = {1, 3, 8, 20}}));
}

const TargetGraph kTopBall = chain_graph({"bird", "top", "pig"});

}  // namespace

// ---- equation 1

TEST_CASE("eq. 1 weighs models by how few classes rival the likeliest") {
  const std::vector<std::vector<double>> models{
      {0.9, 0.05, 0.03, 0.02}, {0.4, 0.35, 0.15, 0.1}, {0.6, 0.2, 0.1, 0.1}};
  CHECK(vote_of(models[1], {.alpha = 0.5}).rivals == 1);
  CHECK(vote_of(models[1], {.alpha = 0.5}).weight == nearly(0.5));
  CHECK(appearance(models, 0.5).value == nearly(0.68));
  CHECK(appearance({{0.25, 0.25, 0.25, 0.25}, {0.8, 0.1, 0.05, 0.05}}, 0.5).value == nearly(0.8));
  CHECK(appearance({{0.25, 0.25, 0.25, 0.25}, {0.8, 0.1, 0.05, 0.05}}, 1).value == nearly(0.69));
}

TEST_CASE("eq. 1 is undefined, not 0, without models and where all weights are 0") {
  CHECK_FALSE(appearance({}, 1).value);
  CHECK(appearance({{0.25, 0.25, 0.25, 0.25}}, 0.5).undefined == "all models have weight 0");
  CHECK(appearance({{0.25, 0.25, 0.25, 0.25}}, 1).value == nearly(0.25));
}

TEST_CASE("a class whose probability lies exactly beta below the likeliest is a rival") {
  CHECK(vote_of({0.4, 0.3, 0.2}, {.alpha = 1, .beta = 0.1}).rivals == 1);
}

namespace {

/// Three groups of 30 examples around (0, 0), (1, 0) and (0, 1).
Examples three_groups() {
  Examples examples{.class_count = 3};
  std::mt19937_64 random(7);
  const auto noise = [&] { return static_cast<double>(random() % 1000) / 1000 * 0.2 - 0.1; };
  for (std::size_t i = 0; i < 90; ++i) {
    const double x = (i % 3 == 1) + noise();
    const double y = (i % 3 == 2) + noise();
    examples.rows.push_back({x, y});
    examples.classes.push_back(i % 3);
  }
  return examples;
}

std::vector<Classifier> all_classifiers(const Examples& examples) {
  return {nearest_centroid(examples), nearest_neighbours(examples), random_forest(examples)};
}

}  // namespace

TEST_CASE("every classifier knows the groups, and gives a far object to no group") {
  for (const auto& model : all_classifiers(three_groups())) {
    INFO(model.name);
    const std::vector<std::vector<double>> centres{{0, 0}, {1, 0}, {0, 1}};
    for (std::size_t c = 0; c < 3; ++c) {
      const auto p = model.probabilities(centres[c]);
      CHECK(static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin()) == c);
      CHECK(p[c] > 0.7);
      CHECK(p[0] + p[1] + p[2] <= 1 + 1e-12);
    }
    for (const double p : model.probabilities({-3, -3})) CHECK(p < 0.05);
  }
}

TEST_CASE("a forest is the same for the same seed and another for another seed") {
  const auto forest = random_forest(three_groups());
  const auto same = random_forest(three_groups());
  const auto other = random_forest(three_groups(), {.seed = 2});
  int different = 0;
  for (double x = -0.3; x < 1.3; x += 0.05) {
    CHECK(forest.probabilities({x, 0.1}) == same.probabilities({x, 0.1}));
    different += forest.probabilities({x, 0.1}) != other.probabilities({x, 0.1});
  }
  CHECK(different > 0);
}

TEST_CASE("a class without examples and a single example do no harm") {
  for (const auto& model : all_classifiers({.rows = {{1, 2}}, .classes = {1}, .class_count = 3})) {
    INFO(model.name);
    CHECK(model.probabilities({1, 2}) == std::vector<double>{0, 1, 0});
  }
}

// ---- equation 2

TEST_CASE("eq. 2 is the mass of the wrapped density around the rotation") {
  const std::vector<double> seen{0, 10, 20};
  CHECK(rotation_difficulty(seen, 10, {}).value == nearly(0.3324334013122466));
  CHECK(rotation_difficulty(seen, 90, {}).value == nearly(0));
  const std::vector<double> near_0{358, 2};
  const RotationNumbers narrow{.bandwidth_deg = 2, .epsilon_deg = 4};
  CHECK(rotation_difficulty(near_0, 0, narrow).value == nearly(0.8399948480369128));
  RotationNumbers line = narrow;
  line.period_deg = std::numeric_limits<double>::infinity();
  CHECK(rotation_difficulty(near_0, 0, line).value == nearly(0.4199974240184564));
}

TEST_CASE("half a turn of an outline is no turn, and a full window holds all mass") {
  const std::vector<double> upright{90};
  const RotationNumbers half{.period_deg = 180};
  CHECK(rotation_difficulty(upright, 270, half).value ==
        nearly(rotation_difficulty(upright, 90, half).value.value()));
  CHECK(rotation_difficulty(upright, 0, {.period_deg = 180, .epsilon_deg = 90}).value == nearly(1));
  CHECK(
      rotation_difficulty(upright, 0, {.period_deg = 180, .bandwidth_deg = 5000, .epsilon_deg = 45}).value ==
      nearly(0.5));
  CHECK_FALSE(rotation_difficulty({}, 0, half).value);
}

// ---- equation 3

TEST_CASE("eq. 3 takes seen states for hard, far ones for easy") {
  SeenStates seen;
  seen[relations_named("ec", "n", "vc")] = 6;
  seen[relations_named("ec", "ne", "vc")] = 2;
  seen[relations_named("po", "n", "vc")] = 1;
  seen[relations_named("dc", "e", "fr")] = 1;
  const RelationGraphs graphs;
  const auto degree = [&](const Relations& observed, int d_star = 1) {
    return location_difficulty(seen, observed, graphs, {.d_star = d_star});
  };
  CHECK(degree(relations_named("ec", "n", "vc")).difficulty.value == nearly(0.8));
  CHECK(degree(relations_named("ec", "nw", "vc")).difficulty.value == nearly(0.5));
  CHECK(degree(relations_named("dc", "n", "cl")).difficulty.value == nearly(0.4166666666666667));
  CHECK(degree(relations_named("dc", "n", "cl"), 2).difficulty.value == nearly(0.5));
  CHECK(degree(relations_named("dc", "w", "vf")).cd == 5);
  CHECK(degree(relations_named("dc", "w", "vf")).difficulty.value == nearly(0.29166666666666663));
  CHECK(degree(relations_named("ntpp", "s", "vf")).difficulty.value == nearly(0.20833333333333331));
  CHECK_FALSE(location_difficulty({}, relations_named("dc", "n", "cl"), graphs, {}).difficulty.value);
  const auto clusters = clusters_of(seen, graphs, 1);
  REQUIRE(clusters.size() == 2);
  CHECK(clusters[0] == std::vector{relations_named("dc", "e", "fr")});
  CHECK(clusters[1].size() == 3);
}

TEST_CASE("links of eq with ntpp change inner path lengths of RCC-8 and not its diameter") {
  const Relations in = relations_named("ntpp", "n", "vc");
  const Relations out = relations_named("ntppi", "n", "vc");
  CHECK(RelationGraphs().between(in, out) == 4);
  CHECK(RelationGraphs(true).between(in, out) == 2);
  for (const bool eq_beside_ntpp : {false, true}) {
    const RelationGraphs graphs(eq_beside_ntpp);
    int most = 0;
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) most = std::max(most, graphs.topology(i, j));
    CHECK(most + graphs.direction(0, 4) + graphs.distance(0, 4) == RelationGraphs::kSumOfDiameters);
  }
}

TEST_CASE("relations of outlines") {
  const Rings unit = rectangle(0, 0, 2, 2);
  CHECK(relations(unit, rectangle(5, 0, 2, 2)) == "dc e cm");
  CHECK(relations(unit, rectangle(2, 0, 2, 2)) == "ec e vc");
  CHECK(relations(unit, rectangle(1, 1, 2, 2)) == "po ne vc");
  CHECK(relations(unit, unit) == "eq n vc");
  CHECK(relations(rectangle(0, 0, 1, 1), unit) == "tpp ne vc");
  CHECK(relations(unit, rectangle(0, 0, 1, 1)) == "tppi sw vc");
  CHECK(relations(rectangle(0.5, 0.5, 0.5, 0.5), unit) == "ntpp ne vc");
  CHECK(relations(unit, rectangle(0.5, 0.5, 0.5, 0.5)) == "ntppi sw vc");
  CHECK(relations(unit, rectangle(0, -30, 2, 2)) == "dc s vf");
  CHECK(relations(unit, rectangle(-9, 9, 2, 2)) == "dc nw fr");
}

TEST_CASE("relations of (b, a) are the inverse of those of (a, b)") {
  const std::vector<Rings> all{rectangle(0, 0, 2, 2), rectangle(5, 0, 2, 2), rectangle(2, 0, 2, 2),
                               rectangle(1, 1, 2, 2), rectangle(0, 0, 1, 1), rectangle(0.5, 0.5, 0.25, 0.25)};
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (i == j) continue;
      const RelationNumbers exact{.touch = 0};
      CHECK(relations_of(Outline(all[j]), Outline(all[i]), exact) ==
            inverse(relations_of(Outline(all[i]), Outline(all[j]), exact)));
    }
}

TEST_CASE("outlines rounded to pixels touch where they overlap or part by a pixel") {
  const Rings block = rectangle(0, 0, 20, 10);
  CHECK(relations(block, rectangle(0, 9.5, 20, 10)).substr(0, 2) == "po");
  CHECK(relations(block, rectangle(0, 9.5, 20, 10), 1).substr(0, 2) == "ec");
  CHECK(relations(block, rectangle(0, 11, 20, 10), 1).substr(0, 2) == "ec");
  CHECK(relations(block, rectangle(0, 12, 20, 10), 1).substr(0, 2) == "dc");
  CHECK(relations(block, rectangle(0, 7, 20, 10), 1).substr(0, 2) == "po");
}

TEST_CASE("an object in the hole of another does not overlap it") {
  Rings frame = rectangle(0, 0, 10, 10);
  frame.push_back(rectangle(2, 2, 6, 6).front());
  CHECK(relations(frame, rectangle(4, 4, 2, 2)) == "dc n cl");
}

// ---- shape

TEST_CASE("shape numbers do not change with place and rotation, and only size with scale") {
  const Rings shape{{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {0, 3}}};
  const auto at_home = shape_numbers(shape, 1);
  const auto moved = shape_numbers(turned(shape, 37), 1);
  const auto grown = shape_numbers(turned(shape, 37, 2.5), 2.5);
  for (std::size_t i = 0; i < at_home.size(); ++i) {
    INFO(kShapeNames[i]);
    CHECK(moved[i] == Approx(at_home[i]).margin(1e-4));  // fourth roots of numbers near 0
    CHECK(grown[i] == Approx(at_home[i]).margin(1e-4));
  }
}

TEST_CASE("shape numbers of a square and of a rectangle are those of their formulas") {
  const auto square = shape_numbers(rectangle(5, 5, 2, 2), 2);
  CHECK(square[0] == Approx(1.0 / 6));  // eta20 + eta02 = 2 / 12
  CHECK(square[1] == Approx(0).margin(1e-6));
  CHECK(square[7] == Approx(0).margin(1e-6));
  CHECK(square[8] == Approx(0.4));
  CHECK(square[9] == Approx(1));
  CHECK(square[10] == Approx(1));
  const auto slab = shape_numbers(rectangle(0, 0, 4, 1), 1);
  CHECK(slab[7] == Approx(0.75));
  CHECK(slab[1] == Approx((4.0 - 0.25) / 12));
  Rings frame = rectangle(0, 0, 4, 4);
  frame.push_back(rectangle(1, 1, 2, 2).front());
  CHECK(shape_numbers(frame, 1)[9] == Approx(0.75));
  CHECK(shape_numbers({}, 1) == std::array<double, kShapeNames.size()>{});
  CHECK(shape_numbers({{{0, 0}, {1, 1}, {2, 2}}}, 1) == std::array<double, kShapeNames.size()>{});
}

TEST_CASE("a third moment agrees with its integral: a right triangle") {
  const Rings triangle{{{0, 0}, {1, 0}, {0, 1}}};
  // Central moments by exact integration: mu20 = mu02 = 1/36, mu11 = -1/72, mu30 = mu03 = 1/270,
  // mu21 = mu12 = -1/540, area 1/2.
  const double eta20 = (1.0 / 36) / 0.25;
  const double eta11 = (-1.0 / 72) / 0.25;
  const double scale3 = 0.25 * std::sqrt(0.5);
  const double eta30 = (1.0 / 270) / scale3;
  const double eta21 = (-1.0 / 540) / scale3;
  const auto numbers = shape_numbers(triangle, 1);
  CHECK(numbers[0] == Approx(2 * eta20));
  CHECK(numbers[1] == Approx(std::abs(2 * eta11)));
  const double c = eta30 - 3 * eta21;
  const double d = 3 * eta21 - eta30;
  CHECK(numbers[2] == Approx(std::sqrt(std::sqrt(c * c + d * d))));
  const double a = eta30 + eta21;
  CHECK(numbers[3] == Approx(std::sqrt(std::sqrt(2 * a * a))));
}

TEST_CASE("the rotation seen is that of the longest edge, and round outlines show none") {
  CHECK(rotation_deg(turned(rectangle(0, 0, 4, 1), 30), 0.01, 12).value() == Approx(30));
  CHECK(rotation_deg(turned(rectangle(0, 0, 4, 1), 210), 0.01, 12).value() == Approx(30));
  CHECK(rotation_deg(rectangle(0, 0, 1, 4), 0.01, 12).value() == Approx(90));
  CHECK_FALSE(rotation_deg(rectangle(0, 0, 4, 1), 0.01, 3));
}

// ---- equations 4 to 7

TEST_CASE("eq. 4 counts a changed object as one edit of its label") {
  const TargetGraph bottom = chain_graph({"bird", "bottom", "pig"});
  CHECK(target_difficulty(kTopBall, kTopBall).value == nearly(0));
  CHECK(target_difficulty(kTopBall, bottom).value == nearly(1.0 / 6));
  CHECK(target_difficulty(kTopBall, bottom, {.relabel = false}).value == nearly(1));
  CHECK(target_difficulty(chain_graph({"bird", "pig"}), kTopBall).value == nearly(0.5));
  CHECK(graph_edit_distance(chain_graph({"a", "b", "c"}), chain_graph({"x", "y", "z"}), {.relabel = false}) ==
        10);
}

TEST_CASE("the edit distance is symmetric, and 0 only of equal graphs") {
  const std::vector<TargetGraph> graphs{kTopBall,
                                        chain_graph({"bird", "pig"}),
                                        chain_graph({"pig"}),
                                        {},
                                        chain_graph({"bird", "top", "bottom", "pig"}),
                                        chain_graph({"pig", "top", "bird", "pig"})};
  for (std::size_t i = 0; i < graphs.size(); ++i)
    for (std::size_t j = 0; j < graphs.size(); ++j) {
      CHECK(graph_edit_distance(graphs[i], graphs[j]) == graph_edit_distance(graphs[j], graphs[i]));
      CHECK((graph_edit_distance(graphs[i], graphs[j]) == 0) == (i == j));
    }
}

TEST_CASE("eq. 4 is undefined for a side without a solution and for large graphs") {
  CHECK(target_difficulty({}, kTopBall).undefined == "the normal side has no winning throw");
  CHECK(target_difficulty(kTopBall, {}).undefined == "the novel side has no winning throw");
  TargetGraph large;
  for (int i = 0; i < 9; ++i) large.nodes.push_back(std::to_string(i));
  CHECK_FALSE(target_difficulty(kTopBall, large).value);
}

TEST_CASE("eq. 5 is one minus the overlap, or the overlap as printed") {
  const Degree quarter = overlap_of(std::vector<ActionRange>{{20, 40}}, {{35, 55}});
  CHECK(quarter.value == nearly(0.25));
  CHECK(initiation_difficulty(quarter).value == nearly(0.75));
  CHECK(initiation_difficulty(quarter, true).value == nearly(0.25));
  CHECK(overlap_of(std::vector<ActionRange>{{20, 30}, {60, 70}, {25, 30}}, {{25, 35}, {65, 75}}).value ==
        nearly(0.5));
  CHECK(overlap_of(std::set<std::string>{"30", "31"}, {"31", "32", "33", "34"}).value == nearly(0.25));
  CHECK_FALSE(overlap_of(std::set<std::string>{"30"}, {}).value);
  CHECK_FALSE(initiation_difficulty(overlap_of(std::vector<ActionRange>{{20, 40}}, {})).value);
}

TEST_CASE("eq. 6 is clamped at 0, undefined without a limit, and eq. 7 turns it around") {
  CHECK(time_difficulty(10, 4).value == nearly(0.6));
  CHECK(detection_of(time_difficulty(10, 4)).value == nearly(0.4));
  CHECK(time_difficulty(10, 12).value == nearly(0));
  CHECK_FALSE(time_difficulty(0, 0).value);
  CHECK(time_difficulty({}, {}).undefined == "no time limit");
  CHECK(time_difficulty(10, {}).undefined == "only one side has a time limit");
  CHECK(time_difficulty({}, 4).undefined == "only one side has a time limit");
  CHECK(detection_of(time_difficulty({}, {})).undefined == "no time limit");
}
