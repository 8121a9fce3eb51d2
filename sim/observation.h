#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/vec2.h"

namespace novphy {

/// A point of the 640x480 screen, origin top left, y downwards.
struct Pixel {
  int x = 0;
  int y = 0;
  friend bool operator==(const Pixel&, const Pixel&) = default;
};

/// Share of a colour in an object's picture; colour is RRRGGGBB.
struct ColourShare {
  int colour = 0;    ///< 0 to 255
  double share = 0;  ///< of the picture, all shares of an object sum to 1
  friend bool operator==(const ColourShare&, const ColourShare&) = default;
};

/// Colours of every appearance ("wood_circle", "bird_red", "air_turbulence", ...), one list for each of its
/// pictures from unharmed to nearly destroyed. Source: assets/colours.json.
using ColourTable = std::map<std::string, std::vector<std::vector<ColourShare>>>;

/// Pixels, three bytes each (red, green, blue), rows from top to bottom.
struct Picture {
  int width_px = 0;
  int height_px = 0;
  std::vector<std::uint8_t> rgb{};
  friend bool operator==(const Picture&, const Picture&) = default;
};

/// An object as an agent sees it.
struct SeenObject {
  int id = 0;           ///< the same during one task, means nothing else
  std::string label{};  ///< "Object"; a developer label such as "pig_basic_small_1" where labels are given
  std::vector<std::vector<Pixel>> rings{};  ///< outline, then holes; points in order, the first not repeated
  std::vector<ColourShare> colours{};
  std::optional<double> life{};  ///< what is left of it, where developer labels are given and it can be hurt
  friend bool operator==(const SeenObject&, const SeenObject&) = default;
};

/// The corners of what the slingshot's picture covers.
struct PixelBox {
  int left = 0, top = 0, right = 0, bottom = 0;
  friend bool operator==(const PixelBox&, const PixelBox&) = default;
};

/// The symbolic state an agent sees. It holds what is visible (objects, fan, turbulence box) and nothing that
/// is not (forces, storm, that a wood ball is magnetic), and no name or index of the task.
struct Observation {
  int width_px = 0;
  int height_px = 0;
  double px_per_m = 0;
  int ground_row_px = 0;  ///< first row of the ground
  PixelBox slingshot;
  Pixel bird_rest;        ///< rest point of the bird on the slingshot, from which shots are pulled
  bool labelled = false;  ///< labels are developer labels
  std::vector<SeenObject> objects{};
  std::vector<Pixel> trajectory{};      ///< of the last launched bird, oldest first
  std::optional<Picture> screenshot{};  ///< for agents that ask for it
  friend bool operator==(const Observation&, const Observation&) = default;
};

}  // namespace novphy
