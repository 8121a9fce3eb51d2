#pragma once

#include <pybind11/numpy.h>

#include <vector>

#include "sim/world.h"
#include "view/filming.h"

namespace novphy::python {

/// Frames that are not yet drawn.
class Reel {
 public:
  /// Adds the world as it is now.
  void add(const World& world) { add(world, {stage_of(world)}); }
  /// Adds these stages of the world.
  void add(const World& world, std::vector<Stage> stages);
  void clear() { frames_.clear(); }
  /// Draws all frames and forgets them: uint8 (frames, height, width, 3), as players see them. Ctrl-C ends
  /// the drawing. Throws InputError for a size that screen_of() refuses.
  pybind11::array_t<std::uint8_t> take(int width_px, int height_px);

 private:
  struct Frame {
    Stage stage;
    ViewMode shown = ViewMode::kPlain;
  };
  std::vector<Frame> frames_{};
};

/// Seconds from a frame to the next, for 1 to 200 frames a second. Throws InputError for another number.
double frame_s_of(int fps);

}  // namespace novphy::python
