#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "view/extent.h"
#include "view/image_file.h"

namespace novphy::app {

/// --size and --zoom.
class ImageOptions {
 public:
  void add_to(CLI::App& command);
  /// The screen these stages are seen through. Throws InputError.
  Screen screen(const std::vector<Stage>& stages) const;

 private:
  std::string size_ = "640x480";
  std::string zoom_ = "screen";
};

/// By the ending .png or .svg. Throws InputError for any other.
ImageFormat image_format(std::string_view file);

/// The pull of a shot, as the slingshot lets it be.
Vec2 pulled(Vec2 drag_m, double most_m);

}  // namespace novphy::app
