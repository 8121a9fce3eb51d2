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

}  // namespace novphy
