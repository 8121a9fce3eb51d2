#pragma once

#include <vector>

#include "sim/catalogue.h"

namespace novphy {

/// An outline as whole pixels show it, in metres of the world. Each coordinate of a true corner lies within
/// half a pixel of the corner here. The corners stand in the order of Silhouette.
struct SeenOutline {
  std::vector<Ring> rings;
  double half_px_m = 0;
};

/// Whether both outlines have as many rings, with as many corners each.
bool same_corners(const std::vector<Ring>& a, const std::vector<Ring>& b);

/// How probable it is that a body lies level on one of its sides if it can.
inline constexpr double kLevelShare = 0.95;

/// Where a body stands, and how sure that is.
struct Fit {
  Pose pose{};
  Vec2 size_m{};         ///< of a box whose size was not known
  double at_sd_m = 0;    ///< standard deviation of each coordinate
  double size_sd_m = 0;  ///< of each side
  double angle_sd_rad = 0;
  bool level = false;   ///< the angle lays a side level, as some of the possible angles do
  double misfit_m = 0;  ///< how far a corner lies outside of its pixel; 0: every corner lies in its pixel
};

/// The pose in which the shape's corners lie in the pixels of the seen ones. All poses with this property are
/// equally likely, but an angle at which the shape lies level on one of its sides is taken wherever it is
/// possible. If no pose has the property, the pose that comes nearest. Both outlines must have the
/// same_corners(), at least two of them.
Fit fit_pose(const std::vector<Ring>& shape, const SeenOutline& seen);

/// The rectangle of any size nearest to the four corners of the seen outline's first ring.
Fit fit_box(const SeenOutline& seen);

/// The upright rectangle around the seen outline, for an outline that is not understood.
Fit fit_around(const SeenOutline& seen);

}  // namespace novphy
