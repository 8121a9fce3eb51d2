#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string_view>

#include "evaluator/difficulty/equations.h"

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
/// The relations of (b, a), given those of (a, b): tpp becomes tppi, n becomes s, and distances stay.
Relations inverse(const Relations& relations);

/// The graphs of conceptual neighbours with the lengths of their shortest paths.
class RelationGraphs {
 public:
  /// Figure 2 is a picture, so we chose the links. `eq_beside_ntpp` adds the links eq-ntpp and eq-ntppi to
  /// RCC-8, which some authors draw and others do not. The diameter of RCC-8 is 4 either way.
  explicit RelationGraphs(bool eq_beside_ntpp = false);

  int topology(int from, int to) const { return topology_[at(from)][at(to)]; }
  int direction(int from, int to) const;
  int distance(int from, int to) const { return std::abs(from - to); }
  /// The paper's d: the sum of the three path lengths, 0 to kSumOfDiameters.
  int between(const Relations& a, const Relations& b) const;
  /// D(r1) + D(r2) + D(r3): the sum of the longest shortest paths, each 4.
  static constexpr int kSumOfDiameters = 12;

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  std::vector<std::vector<int>> topology_;
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

// Outlines of objects: numbers that describe their shapes, and the relations between them (Boost.Geometry).

struct OutlinePoint {
  double x = 0;
  double y = 0;  ///< upwards
};

/// An outline and its holes. A ring's first point is not repeated. Any unit of length and any direction of
/// turning.
using Rings = std::vector<std::vector<OutlinePoint>>;

/// The names of shape_numbers().
inline constexpr std::array<std::string_view, 11> kShapeNames{
    "hu1", "hu2", "hu3", "hu4", "hu5", "hu6", "hu7", "elongation", "corners", "filled", "size"};

/// Numbers that describe the shape of an outline, independent of its place and rotation:
/// - Hu's seven moment invariants (1962) of the filled outline. They are powers, so the second is given as
///   its square root, and those from the third on as the fourth root of their size, with their sign;
/// - elongation, 0 to 1: 1 - shorter axis / longer axis of the ellipse with equal second moments;
/// - corners of the outer ring, divided by ten;
/// - filled, 0 to 1: the share that the shape fills of the smallest rectangle along its longest edge;
/// - size: square root of the area, divided by `unit`.
/// All are 0 for an outline without area. They are computed with + - * / and square roots only, so every
/// machine gives the same bits.
std::array<double, kShapeNames.size()> shape_numbers(const Rings& rings, double unit);

/// Angle of the outline's longest edge, 0 to less than 180 degrees, counter-clockwise from the right. An edge
/// has no direction, so half a turn makes no difference. If several edges are equally long within `slack`,
/// the first counts. Nothing if the outline has more than `most_corners` corners, because such outlines are
/// round and show no rotation.
std::optional<double> rotation_deg(const Rings& rings, double slack, std::size_t most_corners);

struct RelationNumbers {
  /// Outlines touch if they overlap by less than this depth or are less than this far apart. The outlines
  /// that agents see are rounded to whole pixels. 0: exact.
  double touch = 1;
  /// The smallest distances between outlines that count as close, commensurate, far and very far.
  std::array<double, 4> distances{10, 30, 80, 200};
};

/// An outline prepared for relations.
class Outline {
 public:
  /// Needs at least one point. If two outlines overlap and one of them crosses itself, relations_of() may
  /// give "ec", because Boost.Geometry then finds no overlap.
  explicit Outline(const Rings& rings);

 private:
  friend Relations relations_of(const Outline& a, const Outline& b, const RelationNumbers& numbers);
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

/// The relations of (a, b). The direction is that of b's centroid from a's; a cone spans 45 degrees around
/// its direction, and equal centroids count as "n". The distance is the shortest one between the outlines, 0
/// if they overlap.
Relations relations_of(const Outline& a, const Outline& b, const RelationNumbers& numbers);

}  // namespace novphy
