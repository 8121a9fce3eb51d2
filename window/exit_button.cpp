#include "window/exit_button.h"

#include <algorithm>

namespace novphy::window {

bool ExitButton::handle(const Input& input) {
  const bool key = input.kind == Input::Kind::kKey && input.control && input.letter == 'q' && !input.repeated;
  const bool click =
      input.kind == Input::Kind::kPress && input.button == MouseButton::kLeft && area_.holds(input.at_px);
  if (key || click) press();
  return key || click;
}

void ExitButton::press() {
  left_ = asks_for_ms_ > 0;
  asks_for_ms_ = kAskMs;
  changed_ = true;
}

void ExitButton::advance(double ms) {
  if (asks_for_ms_ <= 0) return;
  asks_for_ms_ = std::max(0.0, asks_for_ms_ - ms);
  if (asks_for_ms_ == 0) changed_ = true;
}

void ExitButton::draw(Canvas& canvas) {
  changed_ = false;
  const double s = canvas.scale();
  const bool asks = asks_for_ms_ > 0;
  area_ = {};
  if (!shown_ && !asks) return;
  area_ = {{canvas.width_px() - 46 * s, 12 * s}, {38 * s, 38 * s}};
  canvas.panel(area_, asks ? colour(0xd64545) : kPaper, 8 * s);
  const Vec2 middle = area_.centre();
  for (const double side : {-1.0, 1.0})
    canvas.pen()
        .line({middle + Vec2{-8 * s, -8 * side * s}, middle + Vec2{8 * s, 8 * side * s}})
        .stroke(asks ? colour(0xffffff) : kInk, 3 * s);
}

}  // namespace novphy::window
