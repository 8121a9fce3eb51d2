#pragma once

#include <map>
#include <vector>

#include "evaluator/difficulty/degree.h"
#include "evaluator/difficulty/relations.h"

/// Equation 3 of Pinto et al. 2023: how hard the relative location of two objects is to tell from known ones.
namespace novphy {

/// S_ij: the relations seen of one ordered pair of classes in normal tasks, with the number of times.
using SeenStates = std::map<Relations, int>;

struct LocationNumbers {
  /// d* of the paper, at least 0: relations at most so far from a seen state join its cluster.
  int d_star = 1;
};

/// Equation 3, and what decided.
struct LocationDegree {
  Degree difficulty{};
  int cd = 0;           ///< graph distance to the nearest seen state
  double size = 0;      ///< share of the states that are equal to the observed one
  Relations nearest{};  ///< the nearest seen state; the first of equals by operator<=>
};

/// (1 + size) / 2 where the relations were seen; 1/2 where 0 < cd <= d*; else (1 - cd / sum of diameters)
/// / 2. The formula has d* where the text of the paper has < d*. Undefined without any seen state. (A pair of
/// classes never seen together could count as farthest away: 0. Tasks with random distractors have such pairs
/// always, normal ones too.)
LocationDegree location_difficulty(const SeenStates& seen, const Relations& observed,
                                   const RelationGraphs& graphs, const LocationNumbers& numbers);

/// The clusters of the states: two states belong to one cluster where a chain of states leads from one to the
/// other in which neighbours are at most d* apart. Clusters and their states ascend by operator<=>.
std::vector<std::vector<Relations>> clusters_of(const SeenStates& seen, const RelationGraphs& graphs,
                                                int d_star);

}  // namespace novphy
