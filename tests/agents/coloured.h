#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/observation.h"

/// Small observations without labels, in which every kind has one colour of its own.
namespace novphy::coloured {

inline constexpr PixelBox kSlingshot{.left = 95, .top = 249, .right = 106, .bottom = 286};
inline constexpr int kNovel = 99;  ///< a colour that no ordinary appearance has

inline const std::vector<std::pair<std::string, int>>& palette() {
  static const std::vector<std::pair<std::string, int>> kPalette{
      {"bird_red", 1},    {"bird_yellow", 2},   {"bird_blue", 3}, {"bird_black", 4},
      {"bird_white", 5},  {"pig_small", 6},     {"platform", 7},  {"ice_circle", 8},
      {"wood_circle", 9}, {"stone_circle", 10}, {"tnt", 11}};
  return kPalette;
}

inline ColourTable colours() {
  ColourTable table;
  for (const auto& [name, colour] : palette()) table[name] = {{ColourShare{.colour = colour, .share = 1}}};
  return table;
}

inline int colour_of(const std::string& appearance) {
  for (const auto& [name, colour] : palette())
    if (name == appearance) return colour;
  return kNovel;
}

/// A rectangle whose first corner is the lower left one.
inline SeenObject rectangle(const std::string& appearance, PixelBox box) {
  return {
      .id = 0,
      .label = "Object",
      .rings = {{{box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}}},
      .colours = {{.colour = colour_of(appearance), .share = 1}}};
}

/// A bird on the slingshot, and these objects.
inline Observation observation(std::vector<SeenObject> objects, const std::string& bird = "bird_red") {
  Observation seen;
  seen.width_px = 640;
  seen.height_px = 480;
  seen.px_per_m = 18.25;
  seen.ground_row_px = 286;
  seen.slingshot = kSlingshot;
  seen.bird_rest = {.x = 98, .y = 253};
  seen.objects = std::move(objects);
  seen.objects.push_back(rectangle(bird, {.left = 94, .top = 249, .right = 102, .bottom = 257}));
  for (int i = 0; i < static_cast<int>(seen.objects.size()); ++i)
    seen.objects[static_cast<std::size_t>(i)].id = i;
  return seen;
}

}  // namespace novphy::coloured
