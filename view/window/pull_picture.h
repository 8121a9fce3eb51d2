#pragma once

#include "view/window/canvas.h"

namespace novphy::window {

/// A moving picture of how to pull, that of web/src/study/pull.ts: a hand pulls a bird back on the slingshot
/// and lets go, and the bird flies and hits a pig, again and again.
class PullPicture {
 public:
  void advance(double ms) { shown_for_ms_ += ms; }
  /// Draws the picture at the upper end of the area, in the middle. Its height is kHeight times its width.
  void draw(Canvas& canvas, const Area& area);
  /// Whether the picture has moved since it was drawn.
  bool changed() const { return frame() != drawn_; }

  static constexpr double kHeight = 130.0 / 320;  ///< times the width
  static constexpr double kLoopMs = 4000;

 private:
  int frame() const { return static_cast<int>(shown_for_ms_ / kFrameMs); }

  static constexpr double kFrameMs = 40;  // nothing in the picture is so fast that it needs more

  double shown_for_ms_ = 0;
  int drawn_ = -1;  ///< frame() of the last picture
};

}  // namespace novphy::window
