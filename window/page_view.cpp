#include "window/page_view.h"

#include <algorithm>

namespace novphy::window {

PageView::PageView(std::string title, std::string text, std::vector<std::string> buttons)
    : title_(std::move(title)), text_(std::move(text)), buttons_(std::move(buttons)) {}

void PageView::handle(const Input& input) {
  switch (input.kind) {
    case Input::Kind::kKey:
      return key(input);
    case Input::Kind::kMove:
      return point(hovered_, button_at(input.at_px));
    case Input::Kind::kRelease:
      if (input.button == MouseButton::kLeft) chosen_ = button_at(input.at_px);
      return;
    default:
      return;
  }
}

void PageView::key(const Input& input) {
  if (input.repeated) return;
  const std::size_t last = buttons_.size() - 1;
  switch (input.key) {
    case Key::kTab:
    case Key::kRight:
      return point(selected_, !selected_ || *selected_ == last ? 0 : *selected_ + 1);
    case Key::kLeft:
      return point(selected_, !selected_ || *selected_ == 0 ? last : *selected_ - 1);
    case Key::kEnter:
      chosen_ = buttons_.size() == 1 ? 0 : selected_;
      return;
    default:
      return;
  }
}

std::optional<std::size_t> PageView::button_at(Vec2 at_px) const {
  const auto found =
      std::find_if(areas_.begin(), areas_.end(), [&](const Area& area) { return area.holds(at_px); });
  if (found == areas_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - areas_.begin());
}

void PageView::point(std::optional<std::size_t>& at, std::optional<std::size_t> button) {
  changed_ = changed_ || button != at;
  at = button;
}

void PageView::draw(Canvas& canvas) {
  changed_ = false;
  const double s = canvas.scale();
  const double width = std::min<double>(canvas.width_px() - 48 * s, 760 * s);
  const double x = (canvas.width_px() - width) / 2;
  canvas.begin(colour(0xcfe6f2));
  canvas.panel({{x - 24 * s, 40 * s}, {width + 48 * s, canvas.height_px() - 80 * s}}, colour(0xffffff),
               18 * s);
  const double title =
      canvas.paragraphs({x + 16 * s, 60 * s}, width - 32 * s, title_, 32 * s, colour(0x1c2b3a), true);
  canvas.paragraphs({x + 16 * s, 76 * s + title}, width - 32 * s, text_, 20 * s, colour(0x2d3e4f));
  double all = 24 * s * static_cast<double>(buttons_.size() - 1);
  std::vector<double> widths;
  for (const std::string& label : buttons_) {
    widths.push_back(std::max(160 * s, canvas.text_width(label, 22 * s, true) + 56 * s));
    all += widths.back();
  }
  areas_.clear();
  double left = (canvas.width_px() - all) / 2;
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    areas_.push_back({{left, canvas.height_px() - 122 * s}, {widths[i], 52 * s}});
    canvas.button(areas_[i], buttons_[i], hovered_ == i || selected_ == i);
    left += widths[i] + 24 * s;
  }
}

}  // namespace novphy::window
