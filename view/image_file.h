#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/observation.h"
#include "view/stage.h"

namespace novphy {

enum class ImageFormat { kPng, kSvg };

/// One of several pictures side by side.
struct Panel {
  Stage stage;
  std::string caption{};  ///< drawn above the picture, unless it is empty
};

/// The bytes of an image file with the panels row by row, each as large as the screen. Throws
/// std::invalid_argument where there is no panel, or where the image would have more than 16,384 pixels a
/// side.
std::string image_file(const std::vector<Panel>& panels, const Screen& screen, ImageFormat format,
                       int columns = 1);

class Pen;
/// Draws a panel, with so many pixels for its caption. `more` then draws in the world's metres on top.
void draw_panel(Pen& pen, const Panel& panel, const Screen& screen, int caption_px,
                const std::function<void(Pen&)>& more = {});

/// The bytes of a PNG file. `more` draws on the picture, in pixels, y down.
std::string png(const Picture& picture, const std::function<void(Pen&)>& more = {});

/// The bytes of an image file of this size. The function draws in pixels, y down.
std::string image_file(ImageFormat format, int width_px, int height_px,
                       const std::function<void(Pen&)>& draw);

}  // namespace novphy
