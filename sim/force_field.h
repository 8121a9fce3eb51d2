#pragma once

#include <optional>

#include "sim/bounding_box.h"
#include "sim/force_law.h"
#include "sim/scene.h"

/// A force field in a scene: where it acts now, and with which force.
namespace novphy {

/// Throws std::invalid_argument for numbers on which Box2D would abort, for forces above the bounds, and for
/// times that are no times.
void check_numbers(const Scene& scene, const ForceField& law);

/// Whether the field acts at this time of the scene, as ForceField::times says. It may act again later.
bool acts_now(const Scene& scene, const ForceField& law);

/// The region in world coordinates now; nothing: everywhere. For a disc this is the box around it.
std::optional<Box> region_of(const Scene& scene, const ForceField& law);
/// Whether the body is in the region, which is the result of region_of().
bool in_region(const Scene& scene, const ForceField& law, const std::optional<Box>& region, int id);
/// The world's axes around a box.
BoundingBox bounds_of(const Box& box);

/// Gives the field's force on one body after another, in one time step.
class FieldForce {
 public:
  FieldForce(const Scene& scene, const ForceField& law, const std::optional<Box>& region);
  /// In newtons and world coordinates. The body's colliders do not count here.
  Vec2 on(int id) const;

 private:
  const Scene& scene_;
  const ForceField& law_;
  bool affine_;
  Vec2 centre_m_{};
  double angle_rad_;
  Vec2 constant_;  ///< force_n in world coordinates
};

}  // namespace novphy
