#include "window/scrolled_text.h"

#include <algorithm>
#include <cmath>

namespace novphy::window {

bool ScrolledText::handle(const Input& input) {
  const auto page = static_cast<double>(end_row_ - first_row_) - 1;
  const auto all = static_cast<double>(rows_);
  if (input.kind == Input::Kind::kWheel) return scroll(-3 * input.notches), true;
  if (input.kind != Input::Kind::kKey) return false;
  switch (input.key) {
    case Key::kPageUp:
      return scroll(-page), true;
    case Key::kPageDown:
      return scroll(page), true;
    case Key::kHome:
      return scroll(-all), true;
    case Key::kEnd:
      return scroll(all), true;
    default:
      return false;
  }
}

void ScrolledText::scroll(double rows) {
  wanted_row_ = std::clamp(wanted_row_ + rows, 0.0, static_cast<double>(rows_));
}

void ScrolledText::draw(Canvas& canvas, const Area& area, const std::string& text, double size_px) {
  const double row_px = Canvas::row_height(size_px);
  const auto rows = canvas.rows(area.size.x, text, size_px);
  const auto fit = static_cast<std::size_t>(std::max(1.0, std::floor(area.size.y / row_px + 1e-9)));
  rows_ = rows.size();
  wanted_row_ = std::min(wanted_row_, static_cast<double>(rows_ - std::min(rows_, fit)));
  first_row_ = static_cast<std::size_t>(wanted_row_);
  end_row_ = std::min(rows_, first_row_ + fit);
  double y = area.low.y;
  for (std::size_t row = first_row_; row < end_row_; ++row, y += row_px)
    canvas.row({{area.low.x, y}, {area.size.x, row_px}}, rows[row], size_px, colour(0x2d3e4f));
  if (rows_ > fit) draw_bar(canvas, area);
}

void ScrolledText::draw_bar(Canvas& canvas, const Area& area) const {
  const double s = canvas.margin_scale();
  const double x = area.low.x + area.size.x + 14 * s;
  const double row = area.size.y / static_cast<double>(rows_);
  canvas.panel({{x, area.low.y}, {8 * s, area.size.y}}, colour(0xdde6ec), 4 * s);
  canvas.panel({{x, area.low.y + row * static_cast<double>(first_row_)},
                {8 * s, row * static_cast<double>(end_row_ - first_row_)}},
               colour(0x389150), 4 * s);
  if (end_row_ == rows_) return;
  const Vec2 tip{area.centre().x, area.low.y + area.size.y + 12 * s};
  canvas.pen().ring({tip, tip + Vec2{-16 * s, -12 * s}, tip + Vec2{16 * s, -12 * s}}).fill(colour(0x389150));
}

}  // namespace novphy::window
