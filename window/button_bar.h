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

}  // namespace novphy::window
