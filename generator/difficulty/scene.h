#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/difficulty/outline.h"
#include "sim/observation.h"

/// What the measures of difficulty take of what agents see.
namespace novphy {

struct SceneNumbers {
  /// Edges whose lengths differ by less count as equally long, in pixels.
  double slack_px = 1.5;
  /// Outlines with more corners are round: their rotation is not seen.
  std::size_t most_corners = 8;
};

/// An object on the screen. Lengths are in pixels of the 640 x 480 screen, y upwards from its lower edge.
struct SeenThing {
  int id = 0;  ///< of the observation
  /// Only in labelled scenes: the classes by colour ("stone", "pig") and by shape ("circle", "rect_fat").
  std::string colour_class{};
  std::string shape_class{};
  std::vector<ColourShare> colours{};
  Rings outline{};
  std::array<double, kShapeNames.size()> shape{};  ///< shape_numbers() in hundreds of pixels
  std::optional<double> rotation_deg{};
};

/// Everything that an observation shows but ground and slingshot.
using SeenScene = std::vector<SeenThing>;

/// The scene of an observation. Objects without an outline are left out. The classes are the parts of the
/// developer label: "stone_circle_1" is of the colour class "stone" and the shape class "circle", "Platform"
/// of both classes "Platform". The state of damage is left out.
SeenScene scene_of(const Observation& seen, const SceneNumbers& numbers = {});

}  // namespace novphy
