#pragma once

#include "window/view.h"

namespace novphy::window {

/// A cross at the upper right of a window that has no frame. Two presses, or two times control and Q, leave:
/// the first press makes the cross red for a moment, so that nobody leaves by mistake.
class ExitButton {
 public:
  /// `shown`: the cross is in the picture; the keys work in any case.
  explicit ExitButton(bool shown) : shown_(shown) {}

  /// Returns whether the button took the input, which views then do not get.
  bool handle(const Input& input);
  void advance(double ms);
  void draw(Canvas& canvas);
  bool changed() const { return changed_; }
  bool left() const { return left_; }

  static constexpr double kAskMs = 3000;

 private:
  void press();

  bool shown_;
  bool left_ = false;
  bool changed_ = true;
  double asks_for_ms_ = 0;
  Area area_{};
};

}  // namespace novphy::window
