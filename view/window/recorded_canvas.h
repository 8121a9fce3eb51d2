#pragma once

#include <string>

#include "view/recording_pen.h"
#include "view/window/canvas.h"

namespace novphy::window {

/// A canvas that records what is drawn as a list of numbers (DrawingOp), which a page draws.
class RecordedCanvas final : public Canvas {
 public:
  RecordedCanvas(int width_px, int height_px, double text_size = 1, const std::string& family = "")
      : Canvas(width_px, height_px, text_size, family) {}

  void world(const Stage& stage, const Screen& screen) override { worlds_.record(stage, screen, pen_); }
  Pen& pen() override { return pen_; }

  /// Begins a new picture.
  void clear() { pen_.clear(); }
  /// The drawing since clear().
  const std::vector<double>& numbers() const { return pen_.numbers(); }
  /// The worlds' recorder, which keeps the backdrop of the last world.
  const StageRecorder& worlds() const { return worlds_; }

 private:
  RecordingPen pen_{};
  StageRecorder worlds_{};
};

}  // namespace novphy::window
