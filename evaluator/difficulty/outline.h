#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "evaluator/difficulty/location.h"

/// Outlines of objects: numbers that describe their shapes, and their relations (Boost.Geometry).
namespace novphy {

struct OutlinePoint {
  double x = 0;
  double y = 0;  ///< upwards
};

/// An outline and its holes. A ring's first point is not repeated. Any unit of length, and any direction of
/// turning.
using Rings = std::vector<std::vector<OutlinePoint>>;

/// The names of shape_numbers().
inline constexpr std::array<std::string_view, 11> kShapeNames{
    "hu1", "hu2", "hu3", "hu4", "hu5", "hu6", "hu7", "elongation", "corners", "filled", "size"};

/// What the shape of an outline is, whatever its place and rotation:
/// - Hu's seven moment invariants (1962) of the filled outline; the second is given as its square root, the
///   others from the third on as the fourth root of their size with their sign, since they are powers;
/// - elongation: 1 - the shorter axis by the longer axis of the ellipse with equal second moments, 0 to 1;
/// - corners of the outer ring, in tens;
/// - filled: the share of the smallest rectangle along the longest edge that the shape fills, 0 to 1;
/// - size: square root of the area by `unit`.
/// All 0 for an outline without area. Only + - * / and square roots: the same bits on every machine.
std::array<double, kShapeNames.size()> shape_numbers(const Rings& rings, double unit);

/// Angle of the outline's longest edge, 0 to less than 180 degrees, counter-clockwise from the right; an edge
/// has no direction, so that half a turn shows no change. The first of edges equally long but for `slack`.
/// Nothing where the outline has more than `most_corners` corners: such outlines are round, and their
/// rotation is not seen.
std::optional<double> rotation_deg(const Rings& rings, double slack, std::size_t most_corners);

struct RelationNumbers {
  /// Outlines that overlap less than this deep, or lie less than this far apart, touch. The outlines that
  /// agents see are rounded to whole pixels. 0: exact.
  double touch = 1;
  /// The least distances between outlines that count as close, commensurate, far, very far.
  std::array<double, 4> distances{10, 30, 80, 200};
};

/// An outline prepared for relations.
class Outline {
 public:
  /// Requires one point at least. Where two outlines overlap and one crosses itself, relations_of() may give
  /// "ec", since Boost.Geometry finds no overlap then.
  explicit Outline(const Rings& rings);
  Outline(Outline&&) noexcept;
  Outline& operator=(Outline&&) noexcept;
  ~Outline();

 private:
  friend Relations relations_of(const Outline& a, const Outline& b, const RelationNumbers& numbers);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The relations of (a, b). Direction: that of b's centroid from a's; a cone spans 45 degrees around its
/// direction, and equal centroids count as "n". Distance: the shortest one between the outlines, 0 where they
/// overlap.
Relations relations_of(const Outline& a, const Outline& b, const RelationNumbers& numbers);

}  // namespace novphy
