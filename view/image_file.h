#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/observation.h"
#include "sim/screen.h"
#include "view/stage.h"

namespace novphy {

enum class ImageFormat { kPng, kSvg };

/// One picture of several side by side.
struct Panel {
  Stage stage;
  std::string caption{};  ///< drawn above the picture unless empty
};

/// The bytes of an image file with the panels row by row, each as large as the screen. Throws
/// std::invalid_argument for an image of more than 16,384 pixels a side, and without panels.
std::string image_file(const std::vector<Panel>& panels, const Screen& screen, ImageFormat format,
                       int columns = 1);

/// The bytes of a PNG file.
std::string png(const Picture& picture);

class Pen;
/// The bytes of an image file of this size. The drawing function uses pixels, y down.
std::string image_file(ImageFormat format, int width_px, int height_px,
                       const std::function<void(Pen&)>& draw);

}  // namespace novphy
