#pragma once

#include <filesystem>
#include <string>

#include "view/window/view.h"

namespace novphy::window {

struct ShellOptions {
  std::string title = "novphy";
  unsigned width_px = 1280;
  unsigned height_px = 960;
  bool fullscreen = false;
  bool sound = false;                   ///< sounds are on from the start
  bool may_sound = true;                ///< M switches sounds on and off
  std::string font{};                   ///< the font family of all texts, as in Canvas
  double text_size = 1;                 ///< factor on the sizes of text and buttons
  bool frame_rate = false;              ///< at the end, prints how fast pictures were drawn
  std::filesystem::path screenshots{};  ///< folder to which F12 saves the window's picture; "" saves nothing
};

/// Throws InputError where no window can be opened; SFML itself would end the program.
void require_display();

/// Opens a window and shows the view 60 times a second, until it is finished or the window is closed. Throws
/// InputError for a picture that cannot be written. An error of the view is first shown in the window, until
/// somebody closes the page, and then thrown on.
void show(View& view, const ShellOptions& options);

}  // namespace novphy::window
