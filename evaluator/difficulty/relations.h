#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Qualitative spatial relations of Pinto et al. 2023, section 2.4 and Figure 2: RCC-8 for topology, eight
/// cone-shaped directions, five distances. The distance of two relations is the length of the shortest path
/// in the graph of conceptual neighbours.
namespace novphy {

inline constexpr std::array<std::string_view, 8> kTopologyNames{"dc",   "ec",   "po",    "tpp",
                                                                "tppi", "ntpp", "ntppi", "eq"};
inline constexpr std::array<std::string_view, 8> kDirectionNames{"n", "ne", "e", "se", "s", "sw", "w", "nw"};
inline constexpr std::array<std::string_view, 5> kDistanceNames{"vc", "cl", "cm", "fr", "vf"};

/// Indices into kTopologyNames.
enum Topology { kDc, kEc, kPo, kTpp, kTppi, kNtpp, kNtppi, kEq };

/// The relations of an ordered pair of objects (a, b), as indices into the three lists of names. "n" says
/// that b lies north of a. "tpp" says that a is a tangential proper part of b.
struct Relations {
  int topology = 0;
  int direction = 0;
  int distance = 0;
  auto operator<=>(const Relations&) const = default;
};

/// "ec n vc".
std::string words(const Relations& relations);
/// The relations with these names, or nothing where a name is unknown.
std::optional<Relations> relations_named(std::string_view topology, std::string_view direction,
                                         std::string_view distance);
/// The relations of (b, a), given those of (a, b): tpp becomes tppi, n becomes s, distances stay.
Relations inverse(const Relations& relations);

/// The graphs of conceptual neighbours with the lengths of their shortest paths.
class RelationGraphs {
 public:
  /// Figure 2 is a picture. `eq_beside_ntpp` adds the links eq-ntpp and eq-ntppi to RCC-8, which some
  /// authors draw and some do not. The diameter of RCC-8 is 4 either way.
  explicit RelationGraphs(bool eq_beside_ntpp = false);

  int topology(int from, int to) const { return topology_[at(from)][at(to)]; }
  int direction(int from, int to) const { return direction_[at(from)][at(to)]; }
  int distance(int from, int to) const { return distance_[at(from)][at(to)]; }
  /// d of the paper: the sum of the three path lengths, 0 to sum_of_diameters().
  int between(const Relations& a, const Relations& b) const;
  /// D(r1) + D(r2) + D(r3): the sum of the longest shortest paths, 12.
  int sum_of_diameters() const;

 private:
  using Lengths = std::vector<std::vector<int>>;
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  Lengths topology_, direction_, distance_;
};

}  // namespace novphy
