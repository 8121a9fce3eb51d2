#include "view/window/button_bar.h"

#include <algorithm>

namespace novphy::window {
namespace {

constexpr double kLeastScale =
    0.85;                       // gives labels of 11 pixels; in small windows the buttons take more rows
constexpr double kTextPx = 13;  // at scale 1

double scale_of(const Canvas& canvas) { return std::max(canvas.scale(), kLeastScale); }

}  // namespace

void ButtonBar::place(Canvas& canvas, const std::vector<BarButton>& buttons) {
  const double s = scale_of(canvas);
  const double size = kTextPx * s;
  const double row = 30 * s;
  const double gap = 4 * s;
  buttons_ = buttons;
  areas_.clear();
  std::vector<std::size_t> rows;
  double x = gap;
  std::size_t line = 0;
  for (const BarButton& button : buttons_) {
    const double width = canvas.text_width(button.label, size, true) + 14 * s;
    if (x > gap && x + width > canvas.width_px() - gap) {
      x = gap;
      ++line;
    }
    areas_.push_back({{x, 0}, {width, row}});
    rows.push_back(line);
    x += width + gap;
  }
  height_px_ = buttons_.empty() ? 0 : static_cast<double>(line + 1) * (row + gap) + gap;
  for (std::size_t i = 0; i < areas_.size(); ++i)
    areas_[i].low.y = canvas.height_px() - height_px_ + gap + static_cast<double>(rows[i]) * (row + gap);
}

void ButtonBar::draw(Canvas& canvas) const {
  const double s = scale_of(canvas);
  for (std::size_t i = 0; i < areas_.size(); ++i) {
    canvas.panel(areas_[i], buttons_[i].lit ? colour(0x2b7a3d, 0.95) : colour(0xffffff, 0.85), 7 * s);
    canvas.text({areas_[i].low.x + 7 * s, areas_[i].low.y + 20 * s}, buttons_[i].label, kTextPx * s,
                buttons_[i].lit ? colour(0xffffff) : kInk, true);
  }
}

std::optional<Input> ButtonBar::pressed(const Input& input) const {
  if (input.kind != Input::Kind::kPress || input.button != MouseButton::kLeft) return std::nullopt;
  for (std::size_t i = 0; i < areas_.size(); ++i)
    if (areas_[i].holds(input.at_px)) return buttons_[i].key;
  return std::nullopt;
}

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
