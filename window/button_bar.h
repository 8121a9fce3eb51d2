#pragma once

#include <optional>
#include <string>
#include <vector>

#include "window/view.h"

namespace novphy::window {

/// A button that stands for a key.
struct BarButton {
  std::string label{};
  Input key{};
  bool lit = false;  ///< what the key switches is on
};

/// A row of buttons at the lower left of the window, so that everything that keys do can be clicked.
class ButtonBar {
 public:
  /// Places the buttons; a row that does not fit goes on below.
  void place(Canvas& canvas, const std::vector<BarButton>& buttons);
  /// Draws the buttons where they were placed.
  void draw(Canvas& canvas) const;
  /// The height of all rows, with the space around them, in pixels.
  double height_px() const { return height_px_; }
  /// The key of the button under the pointer, for a press of the left button. Nothing elsewhere.
  std::optional<Input> pressed(const Input& input) const;

 private:
  std::vector<BarButton> buttons_{};
  std::vector<Area> areas_{};
  double height_px_ = 0;
};

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
