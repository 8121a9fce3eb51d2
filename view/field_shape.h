#pragma once

#include <vector>

#include "sim/world.h"

namespace novphy {

/// An arrow from a place, in metres.
struct ForceArrow {
  Vec2 from_m{};
  Vec2 along_m{};
};

/// What drawings for researchers show of a law that acts in a place, in the world's metres; players never see
/// it. A force that acts everywhere has neither an outline nor arrows.
struct FieldShape {
  Ring outline{};
  /// The force on bodies at rest: one arrow, or nine where the force changes with the place.
  std::vector<ForceArrow> arrows{};
};

inline constexpr double kMetresPerN = 0.15;  ///< scale of the arrows, which end at the region's size

/// The field as it is in the world now.
FieldShape field_shape(const World& world, const ForceField& field);
/// The shapes of all force fields of the world's task; of each portal its box with an arrow to the exit, and
/// the exit; of each belt an arrow along the platform's top, as long as bodies are carried in a second; and
/// of each object that must not be touched a circle around it.
std::vector<FieldShape> field_shapes(const World& world);

}  // namespace novphy
