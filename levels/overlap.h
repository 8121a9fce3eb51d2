#pragma once

#include <string>
#include <vector>

#include "sim/catalogue.h"
#include "sim/task.h"

namespace novphy {

/// The outline of an object as it stands in the world: rings as in Shape, holes are empty. A circle becomes a
/// polygon of 64 corners, which is at most 0.0012 of its radius too small. No rings for an unknown kind.
std::vector<Ring> outline_in_world(const Object& object, const Catalogue& catalogue);

/// How deep two outlines overlap, in metres; 0 where they do not. It is the greatest distance of a point that
/// is inside one to the other's outline, taken over the corners, the middles of the stretches of each side
/// inside the other, and, where one lies wholly in the other, over points of its inside. Exact for a corner
/// or a flat side that has sunk into a flat side; never more than the true greatest depth, and not 0 where
/// insides overlap.
double overlap_depth_m(const std::vector<Ring>& a, const std::vector<Ring>& b);

/// A moving object that starts inside another body.
struct Overlap {
  static constexpr int kGround = -1;
  static constexpr int kSlingshot = -2;
  int object = 0;  ///< index of the moving object
  int other = 0;   ///< index of the other one (above `object`, where both move), or kGround, kSlingshot
  double depth_m = 0;
};

/// The deepest overlap that a start may have.
constexpr double kMaxStartOverlapM = 0.02;

/// Every overlap of a moving object (block, pig, TNT) with anything else that is deeper than `deeper_than_m`;
/// the first 100 of them.
std::vector<Overlap> check_overlaps(const Task& task, const Catalogue& catalogue,
                                    double deeper_than_m = kMaxStartOverlapM);

/// "pig_small overlaps platform /objects/1 by 0.05 m at the start, expected at most 0.02 m"
std::string overlap_text(const Overlap& overlap, const Task& task);

}  // namespace novphy
