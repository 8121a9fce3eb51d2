#pragma once

#include <optional>
#include <vector>

#include "sim/screen.h"
#include "view/backdrop.h"
#include "view/recording_ink.h"
#include "view/stage.h"

namespace novphy {

/// Records stages one after the other, as a Painter draws them. It keeps the backdrop (sky, ground,
/// platforms) apart as long as it does not change, so that a page need not draw it for every picture.
class StageRecorder {
 public:
  /// Records the stage as the screen shows it, altered views included: DrawingOp::kBackdrop, then what moves.
  void record(const Stage& stage, const Screen& screen, RecordingInk& to);

  /// The drawing of the backdrop that kBackdrop stands for.
  const std::vector<double>& backdrop() const { return backdrop_.numbers(); }
  /// Number of backdrops until now: it grows when backdrop() has changed.
  int backdrops() const { return backdrops_; }

 private:
  void keep_backdrop(const Stage& stage, const Screen& screen);

  RecordingInk backdrop_{};
  std::optional<Backdrop> kept_{};
  Screen kept_for_{};
  int backdrops_ = 0;
};

}  // namespace novphy
