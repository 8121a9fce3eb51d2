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

/// The format of a name that ends in .png or .svg. Throws InputError, which names the option, for other
/// names.
ImageFormat image_format(std::string_view file, const char* option = "--out");

}  // namespace novphy::app
