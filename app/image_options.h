#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "view/image_file.h"
#include "view/stage.h"

namespace novphy::app {

/// The options --size and --zoom.
class ImageOptions {
 public:
  void add_to(CLI::App& command);
  /// The screen that shows these stages. Throws InputError.
  Screen screen(const std::vector<Stage>& stages) const;

 private:
  std::string size_ = "640x480";
  std::string zoom_ = "screen";
};

/// The format that belongs to the ending .png or .svg. Throws InputError, which names the option, for
/// any other ending.
ImageFormat image_format(std::string_view file, const char* option = "--out");

/// The pull that the slingshot allows: `drag_m`, shortened to `most_m` where longer.
Vec2 pulled(Vec2 drag_m, double most_m);

}  // namespace novphy::app
