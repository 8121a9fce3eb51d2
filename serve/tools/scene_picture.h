#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "serve/tools/named_scene.h"
#include "sim/observation.h"

namespace novphy {

/// What is drawn over a picture.
struct PictureMarks {
  bool numbers = true;  ///< of things
  bool grid = true;     ///< lines every 2 m from the rest point of the bird, with their places
};

/// The observation's picture with marks, as the bytes of a PNG file. Disguised, every hue is turned by the
/// same angle, which the seed gives. The observation must hold a picture.
std::string scene_picture(const Observation& seen, const NamedScene& scene, const PictureMarks& marks,
                          std::optional<std::uint64_t> disguise);

}  // namespace novphy
