#include "window/page_view.h"

#include <algorithm>

namespace novphy::window {

PageView::PageView(std::string title, std::string text, std::vector<std::string> buttons)
    : title_(std::move(title)), text_(std::move(text)), buttons_(std::move(buttons)) {}

void PageView::handle(const Input& input) {
  if (input.kind == Input::Kind::kKey) {
    if (input.key == Key::kEnter && buttons_.size() == 1) chosen_ = 0;
    return;
  }
  pointer_px_ = input.at_px;
  if (input.kind != Input::Kind::kRelease) return;
  for (std::size_t i = 0; i < areas_.size(); ++i)
    if (areas_[i].holds(input.at_px)) chosen_ = i;
}

void PageView::draw(Canvas& canvas) {
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
    canvas.button(areas_[i], buttons_[i], areas_[i].holds(pointer_px_));
    left += widths[i] + 24 * s;
  }
}

}  // namespace novphy::window
