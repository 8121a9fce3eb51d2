#pragma once

#include <optional>
#include <vector>

#include "sim/observation.h"
#include "sim/task.h"
#include "sim/vec2.h"
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
/// of each switch, and each object that must not be touched, a circle around it.
std::vector<FieldShape> field_shapes(const World& world);
/// Those of one of its effects.
std::vector<FieldShape> field_shapes(const World& world, const Effect& effect);

/// The path of a body during a play.
struct Path {
  int body = 0;
  bool bird = false;
  std::vector<Vec2> points_m{};
};

/// The content of a picture, as plain values in metres and radians.
struct Stage {
  double ground_top_m = 0;
  bool storm = false;  ///< a force acts everywhere; the sky is drawn dark
  Slingshot slingshot{};
  Vec2 slingshot_size_m{};
  Vec2 bird_rest_m{};              ///< rest point of the bird on the slingshot
  std::optional<Vec2> drag_m{};    ///< drag of that bird, relative to its rest point
  std::vector<BodyView> bodies{};  ///< the bodies that are present, in the order of their ids
  std::vector<Box> turbulence{};
  std::vector<Vec2> trail{};          ///< dots of the last launched bird's path
  std::vector<Vec2> earlier_trail{};  ///< dots of the previous bird's path, drawn in another tone
  std::vector<Path> paths{};          ///< paths drawn over everything else
  std::vector<FieldShape> fields{};   ///< force fields drawn over that, for researchers only
};

/// The visible content of the world now.
Stage stage_of(const World& world);
/// The pull `drag_m`, shortened to `most_m`, the longest that the slingshot allows.
Vec2 pulled(Vec2 drag_m, double most_m);

/// The part of the world that a screen shows. The agents' screen shows 35 m x 26.25 m around (0, -1).
BoundingBox shown_by(const Screen& screen);
/// The part of the world with everything above the ground in all stages, and a margin.
BoundingBox worth_seeing(const std::vector<Stage>& stages);

/// The screen of this size that shows the box. If the proportions differ, the screen shows more at both
/// sides or more sky. With a height of 0 the screen takes the box's proportions.
Screen screen_for(const BoundingBox& extent, int width_px, int height_px = 0);

}  // namespace novphy
