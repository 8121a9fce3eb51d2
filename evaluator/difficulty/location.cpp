#include "evaluator/difficulty/location.h"

#include <algorithm>

namespace novphy {

LocationDegree location_difficulty(const SeenStates& seen, const Relations& observed,
                                   const RelationGraphs& graphs, const LocationNumbers& numbers) {
  if (seen.empty()) return {.difficulty = Degree::none("the two classes were never seen together")};
  LocationDegree found{.cd = graphs.sum_of_diameters() + 1};
  int total = 0;
  for (const auto& [state, count] : seen) {
    total += count;
    const int away = graphs.between(state, observed);
    if (away >= found.cd) continue;
    found.cd = away;
    found.nearest = state;
  }
  double more = 0;
  if (found.cd == 0)
    more = found.size = static_cast<double>(seen.at(observed)) / total;
  else if (found.cd > numbers.d_star)
    more = -static_cast<double>(found.cd) / graphs.sum_of_diameters();
  found.difficulty = Degree::of((1 + more) / 2);
  return found;
}

std::vector<std::vector<Relations>> clusters_of(const SeenStates& seen, const RelationGraphs& graphs,
                                                int d_star) {
  std::vector<std::vector<Relations>> clusters;
  for (const auto& entry : seen) {
    const Relations& state = entry.first;
    std::vector<Relations> joined{state};
    const auto joins = [&](const std::vector<Relations>& cluster) {
      return std::any_of(cluster.begin(), cluster.end(),
                         [&](const Relations& other) { return graphs.between(state, other) <= d_star; });
    };
    for (auto& cluster : clusters)
      if (joins(cluster)) {
        joined.insert(joined.end(), cluster.begin(), cluster.end());
        cluster.clear();
      }
    std::erase_if(clusters, [](const auto& cluster) { return cluster.empty(); });
    std::sort(joined.begin(), joined.end());
    clusters.push_back(std::move(joined));
  }
  std::sort(clusters.begin(), clusters.end());
  return clusters;
}

namespace {

using Edges = std::vector<std::pair<int, int>>;
using Lengths = std::vector<std::vector<int>>;

/// All shortest paths (Floyd 1962) of a connected graph with edges of length 1.
Lengths shortest_paths(std::size_t size, const Edges& edges) {
  Lengths length(size, std::vector<int>(size, static_cast<int>(size)));
  for (std::size_t i = 0; i < size; ++i) length[i][i] = 0;
  for (const auto& [a, b] : edges)
    length[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
        length[static_cast<std::size_t>(b)][static_cast<std::size_t>(a)] = 1;
  for (std::size_t k = 0; k < size; ++k)
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j)
        length[i][j] = std::min(length[i][j], length[i][k] + length[k][j]);
  return length;
}

int longest(const Lengths& lengths) {
  int most = 0;
  for (const auto& row : lengths) most = std::max(most, *std::max_element(row.begin(), row.end()));
  return most;
}

template <class Names>
std::optional<int> index_of(const Names& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

Edges topology_edges(bool eq_beside_ntpp) {
  Edges edges{{kDc, kEc},    {kEc, kPo},      {kPo, kTpp}, {kPo, kTppi},
              {kTpp, kNtpp}, {kTppi, kNtppi}, {kTpp, kEq}, {kTppi, kEq}};
  if (eq_beside_ntpp) {
    edges.emplace_back(kEq, kNtpp);
    edges.emplace_back(kEq, kNtppi);
  }
  return edges;
}

}  // namespace

std::string words(const Relations& relations) {
  std::string text(kTopologyNames[static_cast<std::size_t>(relations.topology)]);
  text += ' ';
  text += kDirectionNames[static_cast<std::size_t>(relations.direction)];
  text += ' ';
  text += kDistanceNames[static_cast<std::size_t>(relations.distance)];
  return text;
}

std::optional<Relations> relations_named(std::string_view topology, std::string_view direction,
                                         std::string_view distance) {
  const auto first = index_of(kTopologyNames, topology);
  const auto second = index_of(kDirectionNames, direction);
  const auto third = index_of(kDistanceNames, distance);
  if (!first || !second || !third) return std::nullopt;
  return Relations{*first, *second, *third};
}

Relations inverse(const Relations& relations) {
  constexpr std::array<int, 8> kInverse{kDc, kEc, kPo, kTppi, kTpp, kNtppi, kNtpp, kEq};
  return {kInverse[static_cast<std::size_t>(relations.topology)], (relations.direction + 4) % 8,
          relations.distance};
}

RelationGraphs::RelationGraphs(bool eq_beside_ntpp)
    : topology_(shortest_paths(kTopologyNames.size(), topology_edges(eq_beside_ntpp))),
      direction_(shortest_paths(kDirectionNames.size(),
                                {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 0}})),
      distance_(shortest_paths(kDistanceNames.size(), {{0, 1}, {1, 2}, {2, 3}, {3, 4}})) {}

int RelationGraphs::between(const Relations& a, const Relations& b) const {
  return topology(a.topology, b.topology) + direction(a.direction, b.direction) +
         distance(a.distance, b.distance);
}

int RelationGraphs::sum_of_diameters() const {
  return longest(topology_) + longest(direction_) + longest(distance_);
}

}  // namespace novphy
