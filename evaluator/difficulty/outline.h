#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "evaluator/difficulty/location.h"

/// Outlines of objects: numbers that describe their shapes, and the relations between them (Boost.Geometry).
namespace novphy {

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
  Outline(Outline&&) noexcept;
  Outline& operator=(Outline&&) noexcept;
  ~Outline();

 private:
  friend Relations relations_of(const Outline& a, const Outline& b, const RelationNumbers& numbers);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The relations of (a, b). The direction is that of b's centroid from a's; a cone spans 45 degrees around
/// its direction, and equal centroids count as "n". The distance is the shortest one between the outlines, 0
/// if they overlap.
Relations relations_of(const Outline& a, const Outline& b, const RelationNumbers& numbers);

}  // namespace novphy
