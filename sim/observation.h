#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/task.h"
#include "sim/vec2.h"

namespace novphy {

/// A point of the 640x480 screen, origin top left, y downwards.
struct Pixel {
  int x = 0;
  int y = 0;
  friend bool operator==(const Pixel&, const Pixel&) = default;
};

/// Share of a colour in an object's picture. The colour is 8 bits, RRRGGGBB.
struct ColourShare {
  int colour = 0;    ///< 0 to 255
  double share = 0;  ///< share of the picture's pixels; all shares of an object sum to 1
  friend bool operator==(const ColourShare&, const ColourShare&) = default;
};

/// Colours by the name of an appearance ("wood_circle", "bird_red", "air_turbulence", ...). An appearance has
/// one list of colour shares for each of its pictures, from unharmed to nearly destroyed. Source:
/// assets/colours.json.
using ColourTable = std::map<std::string, std::vector<std::vector<ColourShare>>>;

/// The colours turned to grey: each becomes the grey of equal brightness (ITU-R BT.601 weights), and the
/// shares of equal greys are added.
std::vector<ColourShare> in_grey(const std::vector<ColourShare>& colours);

/// A picture: three bytes for each pixel (red, green, blue), rows from top to bottom.
struct Picture {
  int width_px = 0;
  int height_px = 0;
  std::vector<std::uint8_t> rgb{};
  friend bool operator==(const Picture&, const Picture&) = default;
};

/// An object as an agent sees it.
struct SeenObject {
  int id = 0;  ///< stays the same during one task and carries no other information
  /// "Object", or a developer label such as "pig_basic_small_1" in labelled observations.
  std::string label{};
  /// The outline, then its holes. The first point of a ring is not repeated at its end.
  std::vector<std::vector<Pixel>> rings{};
  std::vector<ColourShare> colours{};
  std::optional<double> life{};  ///< life left, in labelled observations of objects that can be hurt
  friend bool operator==(const SeenObject&, const SeenObject&) = default;
};

/// An axis-aligned rectangle of the screen.
struct PixelBox {
  int left = 0, top = 0, right = 0, bottom = 0;
  friend bool operator==(const PixelBox&, const PixelBox&) = default;
};

/// The box around an outline that has a corner.
PixelBox box_around(std::span<const Pixel> outline);

/// The symbolic state that an agent sees. It holds what is visible (objects, fan, turbulence box), and
/// neither invisible facts (forces, a storm, that a wood ball is magnetic) nor the task's name or index.
struct Observation {
  int width_px = 0;
  int height_px = 0;
  double px_per_m = 0;
  int ground_row_px = 0;  ///< first row of the ground
  PixelBox slingshot;     ///< around the slingshot's picture
  Pixel bird_rest;        ///< rest point of the bird on the slingshot; drags start there
  bool labelled = false;  ///< objects carry developer labels and life
  std::vector<SeenObject> objects{};
  std::vector<Pixel> trajectory{};      ///< dots of the last launched bird's path, oldest first
  std::optional<Picture> screenshot{};  ///< only for agents that ask for a screenshot
  friend bool operator==(const Observation&, const Observation&) = default;
};

/// The screen that agents see. The default is the original game's camera, fully zoomed out: 640x480 pixels,
/// centre (0, -1), 35 m wide (reference).
struct Screen {
  int width_px = 640;
  int height_px = 480;
  Vec2 centre_m{0, -1};
  double px_per_m = 640.0 / 35.0;
  ViewMode shown = ViewMode::kPlain;

  Pixel pixel(Vec2 point_m) const {
    const Vec2 from_centre = px_per_m * (point_m - centre_m);
    const Pixel plain{static_cast<int>(std::lround(width_px / 2.0 + from_centre.x)),
                      static_cast<int>(std::lround(height_px / 2.0 - from_centre.y))};
    if (shown == ViewMode::kMirrored) return {width_px - plain.x, plain.y};
    if (shown == ViewMode::kUpsideDown) return {plain.x, height_px - plain.y};
    return plain;
  }
  /// The same view in so many times as many pixels a side.
  Screen enlarged(int times) const {
    return {width_px * times, height_px * times, centre_m, px_per_m * times, shown};
  }
  friend bool operator==(const Screen&, const Screen&) = default;
};

}  // namespace novphy
