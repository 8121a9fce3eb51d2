#pragma once

#include <string>
#include <vector>

#include "generator/difficulty/observed.h"

/// Hand-made scenes for tests of difficulty.
namespace novphy::scenes {

/// A rectangle with one colour. Labelled where `colour_class` is not empty.
inline SceneObject thing(int id, double x, double y, double width, double height, int colour,
                         const std::string& colour_class = "", const std::string& shape_class = "") {
  SceneObject made{
      .id = id, .colour_class = colour_class, .shape_class = shape_class, .colours = {{colour, 1}}};
  made.outline = {{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}};
  made.shape = shape_numbers(made.outline, 100);
  made.rotation_deg = rotation_deg(made.outline, 1.5, 8);
  return made;
}

inline constexpr int kRed = 224;
inline constexpr int kGreen = 28;
inline constexpr int kBlue = 3;

/// A red slab that stands left of a green square and, in every second scene, above it. The slab's width
/// varies a little from scene to scene.
inline SeenScene normal_scene(int number) {
  const double wide = 40 + number % 3;
  const bool above = number % 2 == 1;
  return {thing(0, above ? 200 : 100, above ? 160 : 100, wide, 10, kRed, "red", "slab"),
          thing(1, 200, 100, 20, 20, kGreen, "green", "square")};
}

inline std::vector<SeenScene> normal_scenes(int from, int to) {
  std::vector<SeenScene> scenes;
  for (int i = from; i < to; ++i) scenes.push_back(normal_scene(i));
  return scenes;
}

}  // namespace novphy::scenes
