#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/window/view.h"

namespace novphy::window {

/// A button that stands for a key.
struct BarButton {
  std::string label{};
  Input key{};
  bool lit = false;  ///< what the key switches on and off is on
};

/// A row of buttons at the lower left of the window, so that everything that keys do can also be clicked.
class ButtonBar {
 public:
  /// Places the buttons, in as many rows as they need.
  void place(Canvas& canvas, const std::vector<BarButton>& buttons);
  /// Draws the buttons where they were placed.
  void draw(Canvas& canvas) const;
  /// The height of all rows, with the space around them, in pixels.
  double height_px() const { return height_px_; }
  /// For a press of the left mouse button on a button: its key. Nothing for other input.
  std::optional<Input> pressed(const Input& input) const;

 private:
  std::vector<BarButton> buttons_{};
  std::vector<Area> areas_{};
  double height_px_ = 0;
};

/// A cross at the upper right of a window without a frame. It takes two presses, or two times control and Q,
/// to leave: the first makes the cross red for a moment, so that nobody leaves by mistake.
class ExitButton {
 public:
  /// `shown` says whether the cross is in the picture; the keys always work.
  explicit ExitButton(bool shown) : shown_(shown) {}

  /// Returns whether the input was for the button. If so, views do not get it.
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
