#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "evaluator/difficulty/equations.h"
#include "evaluator/difficulty/outline.h"
#include "tests/evaluator/relations.h"

using namespace novphy;
using nlohmann::json;

/// The worked examples of the reference must come out to 1e-9.
namespace {

void check(const std::string& what, const Degree& found, const json& expected) {
  INFO(what << ' ' << found.undefined);
  REQUIRE(found.value.has_value() == !expected.is_null());
  CHECK(found.value.has_value() == found.undefined.empty());
  if (found.value) CHECK(*found.value == Approx(expected.get<double>()).epsilon(0).margin(1e-9));
}

template <class Length>
void check_graph(const json& graph, int size, const Length& length) {
  int most = 0;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) most = std::max(most, length(i, j));
  CHECK(most == graph["diameter"]);
}

template <class Names, class Length>
void check_distances(const json& graph, const Names& names, const Length& length) {
  const int size = static_cast<int>(names.size());
  REQUIRE(graph["distance"].size() == names.size());
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      INFO(names[static_cast<std::size_t>(i)] << ' ' << names[static_cast<std::size_t>(j)]);
      CHECK(length(i, j) == graph["distance"][std::string(names[static_cast<std::size_t>(i)])]
                                 [std::string(names[static_cast<std::size_t>(j)])]);
    }
  check_graph(graph, size, length);
}

void check_graphs(const json& graphs) {
  const RelationGraphs plain;
  const RelationGraphs linked(true);
  check_distances(graphs["rcc8_no_eq_ntpp"], kTopologyNames,
                  [&](int a, int b) { return plain.topology(a, b); });
  check_distances(graphs["rcc8_with_eq_ntpp"], kTopologyNames,
                  [&](int a, int b) { return linked.topology(a, b); });
  check_distances(graphs["csdc"], kDirectionNames, [&](int a, int b) { return plain.direction(a, b); });
  check_distances(graphs["qdc"], kDistanceNames, [&](int a, int b) { return plain.distance(a, b); });
}

void check_appearance(const json& example) {
  std::vector<ModelVote> votes;
  for (const json& model : example["models"]) {
    votes.push_back(vote_of(model["P"].get<std::vector<double>>(), {example["alpha"], example["beta"]}));
    CHECK(votes.back().p_max == Approx(model["pmax"].get<double>()));
    CHECK(votes.back().best == model["argmax"]);
    CHECK(votes.back().rivals == model["n_prime"]);
    CHECK(votes.back().weight == Approx(model["w"].get<double>()));
  }
  check(example["name"], appearance_difficulty(votes), example["difficulty"]);
}

void check_rotation(const json& example) {
  const auto seen = example["data"].get<std::vector<double>>();
  const auto with_period = [&](double period_deg) {
    return rotation_difficulty(
        seen, example["x"],
        {.period_deg = period_deg, .bandwidth_deg = example["h"], .epsilon_deg = example["eps"]});
  };
  const bool both = example.contains("difficulty_linear");
  check("circular", with_period(360), example[both ? "difficulty_circular" : "difficulty"]);
  if (both)
    check("linear", with_period(std::numeric_limits<double>::infinity()), example["difficulty_linear"]);
}

Relations relations_of(const json& names) {
  return relations_named(names[0].get<std::string>(), names[1].get<std::string>(),
                         names[2].get<std::string>());
}

void check_queries(const json& queries, const SeenStates& seen, int d_star) {
  for (const json& query : queries) {
    const LocationDegree found =
        location_difficulty(seen, relations_of(query["R"]), RelationGraphs(), {.d_star = d_star});
    CHECK(found.cd == query["cd"]);
    if (!query["size"].is_null()) CHECK(found.size == Approx(query["size"].get<double>()));
    check(query["branch"], found.difficulty, query["difficulty"]);
  }
}

void check_location(const json& example) {
  SeenStates seen;
  for (const json& state : example["states"]) ++seen[relations_of(state)];
  CHECK(RelationGraphs::kSumOfDiameters == example["sum_of_diameters"]);
  check_queries(example["queries"], seen, example["d_star"]);
  check_queries(example["dstar2"], seen, 2);
}

TargetGraph graph_of(const json& graph) {
  TargetGraph made{.nodes = graph[0].get<std::vector<std::string>>()};
  const auto index = [&](const json& node) {
    return static_cast<std::size_t>(std::find(made.nodes.begin(), made.nodes.end(), node.get<std::string>()) -
                                    made.nodes.begin());
  };
  for (const json& edge : graph[1]) made.edges.emplace_back(index(edge[0]), index(edge[1]));
  return made;
}

void check_target(const json& example) {
  const std::string name = example["name"];
  INFO(name);
  const bool relabel = name.find("no relabel") == std::string::npos &&
                       name.find("without relabel") == std::string::npos &&
                       name.find("labels fixed") == std::string::npos;
  const TargetGraph normal = graph_of(example["nonnovel"]);
  const TargetGraph novel = graph_of(example["novel"]);
  CHECK(graph_edit_distance(normal, novel, {.relabel = relabel}) == example["ged"].get<int>());
  CHECK(possible_edits(normal) == example["T"][0]);
  CHECK(possible_edits(novel) == example["T"][1]);
  const Degree adaptation = target_difficulty(normal, novel, {.relabel = relabel});
  check(name, adaptation, example["adaptation"]);
  check(name, detection_of(adaptation), example["detection"]);
}

Degree overlap_of(const json& normal, const json& novel) {
  if (!normal[0].is_array()) {
    std::set<std::string> a, b;
    for (const json& action : normal) a.insert(action.dump());
    for (const json& action : novel) b.insert(action.dump());
    return novphy::overlap_of(a, b);
  }
  std::vector<ActionRange> a, b;
  for (const json& range : normal) a.push_back({range[0], range[1]});
  for (const json& range : novel) b.push_back({range[0], range[1]});
  return novphy::overlap_of(a, b);
}

void check_initiation(const json& example) {
  const Degree overlap = overlap_of(example["nonnovel"], example["novel"]);
  check(example["name"], overlap, example["overlap_ratio"]);
  for (const bool printed : {false, true}) {
    const Degree adaptation = initiation_difficulty(overlap, printed);
    check(example["name"], adaptation, example[printed ? "adaptation_as_printed" : "adaptation_sane"]);
    check(example["name"], detection_of(adaptation),
          example[printed ? "detection_as_printed" : "detection_sane"]);
  }
}

void check_time(const json& example) {
  const Degree adaptation =
      time_difficulty(example["time_nonnovel"].get<double>(), example["time_novel"].get<double>());
  check("time", adaptation, example["adaptation_clamped"]);
  check("time", detection_of(adaptation), example["detection"]);
}

}  // namespace

TEST_CASE("the worked examples of the reference on difficulty come out to 1e-9") {
  const auto file = std::filesystem::path(NOVPHY_SHARED) / "golden" / "difficulty.json";
  if (!std::filesystem::exists(file)) {
    std::cout << "SKIPPED: " << file << " is missing\n";
    return;
  }
  const json examples = json::parse(std::ifstream(file));
  check_graphs(examples["qsr_graphs"]);
  for (const json& example : examples["eq1"]) check_appearance(example);
  for (const json& example : examples["eq2"]) check_rotation(example);
  check_location(examples["eq3"]["example"]);
  for (const json& example : examples["eq4"]) check_target(example);
  for (const json& example : examples["eq5"]) check_initiation(example);
  for (const json& example : examples["eq6_7"]) check_time(example);
}
