#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evaluator/difficulty/rotation.h"

/// Qualitative spatial relations of Pinto et al. 2023, section 2.4 and Figure 2: RCC-8 for topology, eight
/// cone-shaped directions, five distances. The distance between two relations is the length of the shortest
/// path in the graph of conceptual neighbours.
/// Equation 3 of Pinto et al. 2023: how hard it is to tell the relative location of two objects from known
/// ones.
namespace novphy {

inline constexpr std::array<std::string_view, 8> kTopologyNames{"dc",   "ec",   "po",    "tpp",
                                                                "tppi", "ntpp", "ntppi", "eq"};
inline constexpr std::array<std::string_view, 8> kDirectionNames{"n", "ne", "e", "se", "s", "sw", "w", "nw"};
inline constexpr std::array<std::string_view, 5> kDistanceNames{"vc", "cl", "cm", "fr", "vf"};

/// Indices into kTopologyNames.
enum Topology { kDc, kEc, kPo, kTpp, kTppi, kNtpp, kNtppi, kEq };

/// The relations of an ordered pair of objects (a, b), as indices into the three lists of names. "n" means
/// that b lies north of a, and "tpp" that a is a tangential proper part of b.
struct Relations {
  int topology = 0;
  int direction = 0;
  int distance = 0;
  auto operator<=>(const Relations&) const = default;
};

/// "ec n vc".
std::string words(const Relations& relations);
/// The relations with these names. Nothing if a name is unknown.
std::optional<Relations> relations_named(std::string_view topology, std::string_view direction,
                                         std::string_view distance);
/// The relations of (b, a), given those of (a, b): tpp becomes tppi, n becomes s, and distances stay.
Relations inverse(const Relations& relations);

/// The graphs of conceptual neighbours with the lengths of their shortest paths.
class RelationGraphs {
 public:
  /// Figure 2 is a picture, so we chose the links. `eq_beside_ntpp` adds the links eq-ntpp and eq-ntppi to
  /// RCC-8, which some authors draw and others do not. The diameter of RCC-8 is 4 either way.
  explicit RelationGraphs(bool eq_beside_ntpp = false);

  int topology(int from, int to) const { return topology_[at(from)][at(to)]; }
  int direction(int from, int to) const { return direction_[at(from)][at(to)]; }
  int distance(int from, int to) const { return distance_[at(from)][at(to)]; }
  /// The paper's d: the sum of the three path lengths, 0 to sum_of_diameters().
  int between(const Relations& a, const Relations& b) const;
  /// D(r1) + D(r2) + D(r3): the sum of the longest shortest paths, 12.
  int sum_of_diameters() const;

 private:
  using Lengths = std::vector<std::vector<int>>;
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  Lengths topology_, direction_, distance_;
};

/// S_ij: the relations of one ordered pair of classes that were seen in normal tasks, and how often each was
/// seen.
using SeenStates = std::map<Relations, int>;

struct LocationNumbers {
  /// The paper's d*, at least 0: relations at most this far from a seen state join its cluster.
  int d_star = 1;
};

/// The result of equation 3, and what decided it.
struct LocationDegree {
  Degree difficulty{};
  int cd = 0;           ///< graph distance to the nearest seen state
  double size = 0;      ///< share of the states that equal the observed one
  Relations nearest{};  ///< the nearest seen state; the first of equals by operator<=>
};

/// (1 + size) / 2 if the relations were seen; 1/2 if 0 < cd <= d*; otherwise (1 - cd / sum of diameters) / 2.
/// The paper's formula has <= d* where its text has < d*. Undefined without any seen state. (A pair of
/// classes never seen together could count as farthest away, with difficulty 0. But tasks with random
/// distractors always have such pairs, even normal ones.)
LocationDegree location_difficulty(const SeenStates& seen, const Relations& observed,
                                   const RelationGraphs& graphs, const LocationNumbers& numbers);

/// The clusters of the states. Two states belong to the same cluster if a chain of states leads from one to
/// the other in which neighbours are at most d* apart. Clusters and their states are sorted by operator<=>.
std::vector<std::vector<Relations>> clusters_of(const SeenStates& seen, const RelationGraphs& graphs,
                                                int d_star);

}  // namespace novphy
